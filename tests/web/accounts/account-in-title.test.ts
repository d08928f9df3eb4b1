import { expect, test } from 'vitest'
import { dachaAccount, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const pages = ['history', 'readings', 'pay', 'invoice', 'invoice-explanation'].map(
  (name) => `/personal/${name}`,
)
const none = { data: [], meta: { nextCursor: null, count: 0, totalAmount: 0 } }

test.each(pages)('the title of %s tells the pages of several accounts apart', async (path) => {
  upstream.on('history', { body: none })
  const visitor = await portal.customer()
  const titles = []
  for (const { account } of [homeAccount, dachaAccount]) {
    const page = await visitor.get(`${path}?account=${account}`)
    expect(page.status).toBe(200)
    expect(page.title.startsWith(`${page.h1}: `)).toBe(true)
    titles.push(page.title.slice(page.h1.length))
  }
  expect(titles).toEqual([': Дом, 1000200030 — My New Project', ': Дача, 1000200031 — My New Project'])
})

test('an account without a name is told by its number', async () => {
  upstream.on('accounts', { body: { data: [{ ...homeAccount, title: null }, dachaAccount] } })
  upstream.on('history', { body: none })
  const page = await (await portal.customer()).get('/personal/history')
  expect(page.title).toBe('История платежей: лицевой счёт 1000200030 — My New Project')
})

test.each(pages)('the title of %s is its heading where there is one account', async (path) => {
  upstream.on('accounts', { body: { data: [homeAccount] } })
  upstream.on('history', { body: none })
  const page = await (await portal.customer()).get(path)
  expect(page.title).toBe(`${page.h1} — My New Project`)
})
