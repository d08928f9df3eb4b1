import { beforeAll, expect, test } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/browser'
import { startPortal } from '../support/portal'
import { PUBLIC_URL, startRealApi } from '../support/real-api'

const api = openForTests(() => startRealApi('embedded'))
const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL } }))
let customer: Browser

beforeAll(async () => {
  customer = portal.visitor()
  const { email, password } = api.demoLogin
  await customer.press(await customer.get('/login'), 'Войти', { email, password })
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
