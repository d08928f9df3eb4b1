import { afterAll, beforeAll, expect, test } from 'vitest'
import '../support/matchers'
import { startPortal, type TestPortal } from '../support/portal'
import { PUBLIC_URL, type RealApi, startRealApi } from '../support/real-api'

let api: RealApi
let portal: TestPortal

beforeAll(async () => {
  api = await startRealApi('embedded')
  portal = await startPortal(api.transport, { env: { PUBLIC_URL, TRUST_PROXY: '1' } })
}, 120_000)
afterAll(async () => {
  await portal.close()
  await api.close()
})

const forgeries = {
  Host: { host: 'evil.example' },
  'X-Forwarded-Host': { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  Forwarded: { forwarded: 'host=evil.example;proto=http' },
  'X-Original-Host': { 'x-original-host': 'evil.example', 'x-host': 'evil.example' },
}

test.each(Object.entries(forgeries))(
  'a forged %s does not change where the link of a letter leads',
  async (_, headers) => {
    const { email } = api.demoLogin
    const sent = await portal.visitor().post('/forgot-password', { email }, headers)
    expect(sent.status).toBe(303)
    // Refuses a link to any other origin than PUBLIC_URL.
    expect(await api.linkOfLetter(email, /новый пароль/i)).toMatch(/^\/change-password\//)
  },
)

test('nor does a request whose target is an absolute address', async () => {
  const { email } = api.demoLogin
  const sent = await portal.visitor().post('http://evil.example/forgot-password', { email })
  expect(sent.status).toBe(303)
  expect(await api.linkOfLetter(email, /новый пароль/i)).toMatch(/^\/change-password\//)
})
