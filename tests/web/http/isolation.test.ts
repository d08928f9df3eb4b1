import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile, type UpstreamCall } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const CUSTOMERS = 24
/** More requests at once are shed by a busy machine. */
const REQUESTS_AT_ONCE = 6

const whose = ({ headers }: UpstreamCall) => /sid=customer-(\d+)/.exec(headers.cookie ?? '')?.[1] ?? 'nobody'

/** The product API identifies each customer by cookie, and is slow for some of them. */
const answersEachTheirOwn = () => {
  const later = async (call: UpstreamCall) => {
    for (let turn = 0; turn < Number(whose(call)) % 7; turn += 1)
      await new Promise((next) => setImmediate(next))
  }
  upstream.on('currentUser', async (call) => {
    await later(call)
    const id = whose(call)
    return { body: { data: { id, name: `Имя-${id}-конец`, email: `mail-${id}@example.test` } } }
  })
  upstream.on('defaultAccount', () => ({ body: { account: null } }))
  upstream.on('accounts', async (call) => {
    await later(call)
    return { body: { data: [{ account: `ACC-${whose(call)}-END`, balance: 0, isDefault: false }] } }
  })
  upstream.on('changeProfile', (call) => ({ status: 422, body: { message: `Отказ-${whose(call)}-конец` } }))
}

/** Lets as many customers act at once as may send so many requests each. */
const eachCustomer = async (requests: number, act: (id: string) => Promise<void>) => {
  const ids = Array.from({ length: CUSTOMERS }, (_, id) => String(id))
  const atOnce = REQUESTS_AT_ONCE / requests
  while (ids.length > 0) await Promise.all(ids.splice(0, atOnce).map(act))
}

const othersIn = (html: string, id: string) =>
  [...html.matchAll(/(?:Имя|Отказ|ACC|mail)-(\d+)/g)]
    .map(([, found]) => found)
    .filter((found) => found !== id)

describe('simultaneous visitors', () => {
  test('see only their own page', async () => {
    answersEachTheirOwn()
    await eachCustomer(1, async (id) => {
      const page = await (await portal.customer(`sid=customer-${id}`)).get('/personal')
      expect(page.link(`Имя-${id}-конец`)).toBe('/personal')
      expect(page.main).toContain(`ACC-${id}-END`)
      expect(othersIn(page.html, id)).toEqual([])
    })
  })

  test('get their own data, rejections and messages', async () => {
    answersEachTheirOwn()
    await eachCustomer(3, async (id) => {
      const visitor = await portal.customer(`sid=customer-${id}`)
      const [data, refused, out] = await Promise.all([
        visitor.data('/personal/profile'),
        visitor.post('/personal/profile', { intent: 'profile', name: `Имя-${id}-новое`, phone: '' }),
        portal.visitor().get('/login'),
      ])
      expect(data.html).toContain(`mail-${id}@example.test`)
      expect(othersIn(data.html, id)).toEqual([])
      expect(refused.errorSummary).toEqual([`Отказ-${id}-конец`])
      expect(refused.field('name').value).toBe(`Имя-${id}-новое`)
      expect(othersIn(refused.html, id)).toEqual([])
      expect(othersIn(out.html, 'nobody')).toEqual([])
    })
  })

  test('who sign in together get separate sessions', async () => {
    answersEachTheirOwn()
    upstream.on('login', ({ body }) => {
      const id = /who-(\d+)@/.exec(JSON.stringify(body))?.[1]
      return {
        body: { data: { id, name: 'Имя', email: 'a@example.test' } },
        headers: { 'set-cookie': `sid=customer-${id}` },
      }
    })
    await eachCustomer(1, async (id) => {
      const visitor = portal.visitor()
      await visitor.post('/login', { email: `who-${id}@example.test`, password: 'p' })
      expect((await visitor.get('/personal')).link(`Имя-${id}-конец`)).toBe('/personal')
    })
  })
})
