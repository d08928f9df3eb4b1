import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../support/browser'
import { startPortal, type TestPortal } from '../support/portal'
import { PUBLIC_URL, type RealApi, startRealApi } from '../support/real-api'

let api: RealApi
let portal: TestPortal
let customer: Browser

beforeAll(async () => {
  api = await startRealApi('embedded')
  portal = await startPortal(api.transport, { env: { PUBLIC_URL } })
  customer = portal.visitor()
  const { email, password } = api.demoLogin
  await customer.press(await customer.get('/login'), 'Войти', { email, password })
}, 120_000)
afterAll(async () => {
  await portal.close()
  await api.close()
})

test.each([
  ['/personal', 'main li section', 3, 36_100],
  ['/personal/history', 'main table[role="table"] tbody tr', 20, 45_100],
])('%s of the demo customer is small: %s × %i in %i bytes', async (path, part, count, bytes) => {
  const page = await customer.get(path)
  expect(page.status).toBe(200)
  expect(page.all(part)).toHaveLength(count)
  expect(page.body.length).toBeLessThanOrEqual(bytes)
})
