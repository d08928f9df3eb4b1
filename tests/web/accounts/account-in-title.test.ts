import { expect, test } from 'vitest'
import { dachaAccount, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const pages = ['history', 'readings', 'pay', 'ask-to-pay', 'invoice', 'invoice-explanation'].map(
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

test.each([
  ['', 'Автоплатёж'],
  ['/change', 'Изменить автоплатёж'],
  ['/delete', 'Удалить автоплатёж'],
])('the title of the page autopayments/{id}%s tells several autopayments apart', async (path, h1) => {
  const ofAccount = ({ account }: { account: string }) => ({
    id: `of-${account}`,
    account,
    rule: 'invoice',
    limit: 500_000,
    status: 'active',
    method: { kind: 'card', title: 'Карта *4444' },
    nextRunAt: '2026-10-08T06:00:00Z',
  })
  upstream.on('autopayments', { body: { data: [homeAccount, dachaAccount].map(ofAccount) } })
  const visitor = await portal.customer()
  for (const { account } of [homeAccount, dachaAccount]) {
    const page = await visitor.get(`/personal/autopayments/of-${account}${path}`)
    expect(page.h1).toBe(h1)
    expect(page.title).toBe(`${h1}: лицевой счёт ${account} — My New Project`)
  }
})

test('the title of the page that asks before a removal names the account', async () => {
  const nameless = { ...homeAccount, account: '1000200032', title: null }
  upstream.on('accounts', { body: { data: [homeAccount, dachaAccount, nameless] } })
  const visitor = await portal.customer()
  const titles = []
  for (const { account } of [homeAccount, dachaAccount, nameless]) {
    const page = await visitor.get(`/personal/delete-account?account=${account}`)
    expect(page.h1).toBe('Удалить лицевой счёт')
    titles.push(page.title)
  }
  expect(titles).toEqual([
    'Удалить лицевой счёт: Дом, 1000200030 — My New Project',
    'Удалить лицевой счёт: Дача, 1000200031 — My New Project',
    'Удалить лицевой счёт: 1000200032 — My New Project',
  ])
})
