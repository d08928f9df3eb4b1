import { expect, test } from 'vitest'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import { startPortal } from '../support/portal'
import { PUBLIC_URL, startRealApi } from '../support/real-api'

const api = openForTests(() => startRealApi('embedded'))
const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL, TRUST_PROXY: '1' } }))

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
