import { describe, expect, test } from 'vitest'
import { baseData, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'
import { withBaseData } from '../support/with-base-data'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

/** A management company's flats: the first is the default one, each seventh owes 100 rubles. */
const flats = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...homeAccount,
    account: `${5_000_000_001 + n}`,
    title: 'Квартира',
    address: `ул. Садовая, д. 5, кв. ${n + 1}`,
    balance: n % 7 === 0 ? 10_000 : 0,
    isDefault: n === 0,
  }))
const ofNumber = (n: number) => `${5_000_000_000 + n}`

const withFlats = async (count: number) => {
  upstream.on('accounts', { body: { data: flats(count) } })
  upstream.on('defaultAccount', { body: { account: ofNumber(1) } })
  return portal.customer()
}

test('fifty accounts are one page, more are shown by fifty', async () => {
  const fifty = await (await withFlats(50)).get('/personal')
  expect(fifty.main).toContain('ул. Садовая, д. 5, кв. 50')
  expect(fifty.main).not.toContain('Показаны лицевые счета')

  const customer = await withFlats(120)
  const first = await customer.get('/personal')
  expect(first.main).toContain('Показаны лицевые счета 1–50 из 120.')
  expect(first.main).toContain('кв. 50')
  expect(first.main).not.toContain('кв. 51')
  expect(first.link('Предыдущие')).toBeUndefined()

  const last = await customer.get('/personal?page=3')
  expect(last.main).toContain('Показаны лицевые счета 101–120 из 120.')
  expect(last.link('Предыдущие')).toBe('/personal?page=2')
  expect(last.link('Следующие')).toBeUndefined()
  for (const [typed, shown] of [
    ['99', '101–120'],
    ['0', '1–50'],
    ['две', '1–50'],
    ['2', '51–100'],
  ])
    expect((await customer.get(`/personal?${new URLSearchParams({ page: typed ?? '' })}`)).main).toContain(
      `Показаны лицевые счета ${shown} из 120.`,
    )
})

test('each further page of a long list says in its title which one it is', async () => {
  const customer = await withFlats(120)
  const titles = []
  for (const query of [
    '',
    '?page=2',
    '?page=3',
    '?page=99',
    `?${new URLSearchParams({ filter: 'ул', page: '2' })}`,
  ]) {
    const page = await customer.get(`/personal${query}`)
    expect(page.h1).toBe('Лицевые счета')
    titles.push(page.title)
  }
  expect(titles).toEqual([
    'Лицевые счета — My New Project',
    'Лицевые счета, страница 2 из 3 — My New Project',
    'Лицевые счета, страница 3 из 3 — My New Project',
    'Лицевые счета, страница 3 из 3 — My New Project',
    'Лицевые счета, страница 2 из 3 — My New Project',
  ])
})

test('a search of a long list keeps its words from page to page, and counts all that it found', async () => {
  const page = await (await withFlats(120)).get(`/personal?${new URLSearchParams({ filter: 'Садовая' })}`)
  expect(page.main).toContain('По запросу «Садовая» нашли 120 лицевых счетов.')
  expect(page.link('Следующие')).toBe(`/personal?${new URLSearchParams({ filter: 'Садовая', page: '2' })}`)
})

test('a default account that was chosen on a later page leads back to that page', async () => {
  const customer = await withFlats(120)
  const saved = await customer.post('/personal?page=2', { intent: 'set-default', account: ofNumber(60) })
  expect([saved.status, saved.headers.location]).toEqual([303, '/personal?page=2'])
})

test('the total of a long list is that of all accounts', async () => {
  const page = await (await withFlats(120)).get('/personal?page=2')
  expect(page.main).toContain('К оплате по всем лицевым счетам: 1 800,00 ₽')
})

test('a page is switched between a dozen accounts by links, between more by a list', async () => {
  const twelve = await (await withFlats(12)).get('/personal/history')
  expect(twelve.all('select[name=account]')).toHaveLength(0)
  expect(twelve.main).toContain(ofNumber(12))

  const customer = await withFlats(13)
  const page = await customer.get(`/personal/history?account=${ofNumber(2)}&status=succeeded`)
  expect(page.field('account').value).toBe(ofNumber(2))
  const options = page.all('select[name=account] option')
  expect(options.at(12)?.text).toBe(`${ofNumber(13)}, ул.\u00a0Садовая, д.\u00a05, кв.\u00a013`)

  const other = await customer.press(page, 'Перейти', { account: ofNumber(13) })
  expect(upstream.named('history').at(-1)?.path).toContain(`/history/${ofNumber(13)}?status=succeeded`)
  expect(other.field('account').value).toBe(ofNumber(13))
  for (const path of [
    '/personal/invoice',
    '/personal/pay',
    '/personal/readings',
    '/personal/invoice-explanation',
  ])
    expect((await customer.get(path)).field('account').value).toBe(ofNumber(1))
})

test('of many accounts only the ones that owe something are offered for one payment', async () => {
  const customer = await withFlats(70)
  const page = await customer.get('/personal/pay-several')
  expect(page.all('input[name=account]')).toHaveLength(10)
  expect(page.main).toContain('Показаны лицевые счета с долгом: 10 из 70.')
  const chosen = await customer.get(`/personal/pay-several?account=${ofNumber(2)}`)
  expect(chosen.all('input[name=account]')).toHaveLength(11)
  expect(chosen.main).toContain('Показаны выбранные лицевые счета и те, где есть долг: 11 из 70.')

  upstream.on('accounts', { body: { data: flats(70).map((flat) => ({ ...flat, balance: 0 })) } })
  const paid = await customer.get('/personal/pay-several')
  expect(paid.main).toContain('По всем лицевым счетам долга нет.')
})

test('one payment may have fewer accounts where the gateway takes fewer', async () => {
  await withBaseData({ ...baseData, accountsAtOnce: 80 }, async (portal, upstream) => {
    const accounts = flats(81).map((flat) => ({ ...flat, balance: 100 }))
    upstream.on('accounts', { body: { data: accounts } })
    upstream.on('defaultAccount', { body: { account: ofNumber(1) } })
    const customer = await portal.customer()
    const list = await customer.get('/personal')
    expect(list.main).toContain('За один раз можно оплатить до 80 лицевых счетов.')
    expect(list.main).not.toContain('Оплатить всё')
    const page = await customer.get('/personal/pay-several?accounts=all')
    expect(page.status).toBe(400)
    expect(page.main).toContain('За один раз можно оплатить не больше 80 лицевых счетов')
    expect(upstream.named('basketPreview')).toEqual([])
  })
})

test('an account that can’t be paid here is left out where all are paid at once', async () => {
  const customer = await withFlats(15)
  const [first, ...others] = flats(15)
  upstream.on('accounts', { body: { data: [{ ...first, unpayable: 'Не оплатить на сайте.' }, ...others] } })
  const parts = [8, 15].map((n) => ({ account: ofNumber(n), amount: 10_000 }))
  upstream.on('basketPreview', { body: { data: { amount: 20_000, parts } } })
  expect((await customer.get('/personal')).link('Выбрать лицевые счета для оплаты')).toBe(
    '/personal/pay-several',
  )
  await customer.get('/personal/pay-several?accounts=all')
  expect(upstream.named('basketPreview').map(({ body }) => body)).toEqual([
    { accounts: [ofNumber(8), ofNumber(15)] },
  ])
})

describe('more accounts than one payment may have', () => {
  const owing = (count: number) => flats(count).map((flat) => ({ ...flat, balance: 100 }))
  const refused = 'За один раз можно оплатить не больше 200 лицевых счетов'

  test('are not offered to be paid at once, but to be chosen from', async () => {
    const customer = await withFlats(201)
    upstream.on('accounts', { body: { data: owing(201) } })
    const list = await customer.get('/personal')
    expect(list.link('Выбрать лицевые счета для оплаты')).toBe('/personal/pay-several')
    expect(list.main).not.toContain('Оплатить всё')
  })

  test('are refused when an address asks for them, and the choice is kept', async () => {
    const customer = await withFlats(201)
    upstream.on('accounts', { body: { data: owing(201) } })
    const query = owing(201).map(({ account }) => `account=${account}`)
    for (const asked of ['accounts=all', query.join('&')]) {
      const page = await customer.get(`/personal/pay-several?${asked}`)
      expect(page.status).toBe(400)
      expect(page.main).toContain(refused)
      expect(page.all('input[name=account][checked]')).toHaveLength(201)
    }
    expect(upstream.named('basketPreview')).toEqual([])
  })

  test('are refused when their parts are posted', async () => {
    const customer = await withFlats(201)
    upstream.on('accounts', { body: { data: owing(201) } })
    upstream.on('basketPreview', {
      body: { data: { amount: 200, parts: owing(2).map(({ account }) => ({ account, amount: 100 })) } },
    })
    const address = `/personal/pay-several?account=${ofNumber(1)}&account=${ofNumber(2)}`
    const form = await customer.get(address)
    const parts = Object.fromEntries(owing(201).map(({ account }) => [`part-${account}`, '1,00']))
    const answer = await customer.post(address, {
      ...parts,
      idempotencyKey: form.field('idempotencyKey').value ?? '',
    })
    expect(answer.status).toBe(400)
    expect(answer.main).toContain(refused)
    expect(upstream.named('beginBasket')).toEqual([])
  })
})
