import type { Endpoint } from 'contract/endpoint'
import { endpoints } from 'contract/endpoints'
import { beforeAll, describe, expect, test } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld, signedIn } from '../support/api-world'

const json = { 'content-type': 'application/json' }

/** Requests that a signed-in customer would get 400, 413, 415 or 422 for. */
const unusable: [string, RequestInit][] = [
  ['with nothing in it', {}],
  ['with an empty object', { body: '{}', headers: json }],
  ['with broken JSON', { body: '{"account"', headers: json }],
  ['with a form', { body: 'account=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['with more than 64 KiB', { body: JSON.stringify({ text: 'x'.repeat(70_000) }), headers: json }],
  ['with a key that is none', { body: '{}', headers: { ...json, 'idempotency-key': 'no key' } }],
]

const needsSession = Object.values<Endpoint>(endpoints).filter(
  ({ problems, path }) => problems.includes(401) && path !== endpoints.currentUser.path,
)

describe('a call that needs a session', () => {
  const world = openForTests(() => openApiWorld('sqlite'))
  let guest: Browser
  let late: Browser

  beforeAll(async () => {
    guest = world.browser()
    late = await signedIn(world, 'late@mail.example')
    const session = late.session()
    await late.post(endpoints.logout.path)
    late.setSession(session)
  })

  test.each(needsSession.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is answered with 401 before the request is judged',
    async (_, { method, path }) => {
      for (const [what, init] of unusable) {
        const address = `${path.replace('{id}', '%00')}?months=many&limit=none`
        const sent = method === 'GET' ? { headers: init.headers ?? {} } : init
        for (const browser of [guest, late])
          expect(await browser.send(method, address, sent), what).toMatchObject({
            status: 401,
            body: { message: expect.stringContaining('Войдите') },
          })
      }
    },
  )
})
