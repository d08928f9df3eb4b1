import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { dachaAccount, homeAccount } from '../support/default-answers'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream, { env: { TIME_ZONE: 'Asia/Yekaterinburg' } })

const account = homeAccount.account
const paid = {
  id: 'payment-1',
  account,
  amount: 123_456,
  status: 'succeeded',
  createdAt: '2026-09-05T20:12:44Z',
  paidAt: '2026-09-05T20:13:02Z',
  method: { kind: 'card', title: 'Карта *4444' },
  source: 'personal',
}
const answerOf = (payments: object[], meta: object = {}) => ({
  body: { data: payments, meta: { nextCursor: null, count: payments.length, totalAmount: 123_456, ...meta } },
})
const rowsOf = (page: Page) =>
  page
    .all('main table[role="table"]')[0]
    ?.querySelectorAll('tbody tr')
    .map((row) => plain(row.structuredText))
const queriesOf = (name: 'history' | 'charges') =>
  upstream.named(name).map(({ id, query }) => ({ id, ...Object.fromEntries(query) }))
const open = async (query = '') => (await portal.customer()).get(`/personal/history${query}`)

describe('the history of payments', () => {
  test('shows the default account’s payments and their total', async () => {
    upstream.on('history', answerOf([paid], { count: 12, totalAmount: 3_456_789 }))
    const page = await open()
    expect(page.h1).toBe('История платежей')
    expect(page.main).toContain('12 платежей на 34 567,89 ₽')
    expect(queriesOf('history')).toEqual([{ id: account, limit: '20' }])
    const [row = ''] = rowsOf(page) ?? []
    for (const words of ['06.09.2026 1:12', '1 234,56 ₽', 'Оплачен', 'Карта *4444', 'Личный кабинет'])
      expect(row).toContain(words)
  })

  test.each([
    [
      { count: 27, paidCount: 24, totalAmount: 3_050_720, paidAmount: 2_703_900 },
      [
        'Оплачено: 24 платежа на 27 039,00 ₽',
        'Не прошли, отменены или ждут ответа банка: 3 платежа, в сумму не входят',
      ],
    ],
    [{ count: 2, paidCount: 2, totalAmount: 2_000, paidAmount: 1_500 }, ['Оплачено: 2 платежа на 15,00 ₽']],
    [
      { count: 1, paidCount: 0, totalAmount: 2_000, paidAmount: 0 },
      ['Не прошли, отменены или ждут ответа банка: 1 платёж'],
    ],
  ])('totals what was paid and counts the rest apart: %j', async (meta, words) => {
    upstream.on('history', answerOf([paid], meta))
    const page = await open()
    for (const text of words) expect(page.main).toContain(text)
    expect(page.main.includes('в сумму не входят')).toBe(words.length > 1)
  })

  test.each([
    ['pending', 'Ждут ответа банка: 3 платежа'],
    ['canceled', 'Не прошли или отменены: 3 платежа'],
  ])('counts those of the status %s alone, without a sum', async (status, words) => {
    const unpaid = { ...paid, status, paidAt: null }
    upstream.on('history', answerOf([unpaid], { count: 3, totalAmount: 700, paidCount: 0, paidAmount: 0 }))
    const page = await open(`?status=${status}`)
    expect(page.main).toContain(words)
    expect(page.main).not.toContain('Оплачено:')
    expect(page.main).not.toContain('7,00 ₽')
  })

  test.each([
    ['insufficient_funds', 'Не прошёлНа карте не хватило денег.'],
    ['internal_timeout', 'Не прошёлПлатёжный сервис не успел ответить.'],
    ['expired_on_confirmation', 'ОтменёнПлатёж не был подтверждён'],
    ['replaced', 'ОтменёнВы начали оплату заново.'],
  ])(
    'calls a payment with the reason %s by its outcome and invites to no other',
    async (cancelReason, words) => {
      upstream.on('history', answerOf([{ ...paid, status: 'canceled', cancelReason }]))
      const row = rowsOf(await open())?.join() ?? ''
      expect(row).toContain(words)
      expect(row).not.toMatch(/оплатите|попробуйте|повторите/i)
    },
  )

  test.each([
    ['its name', homeAccount, 'Дом, лицевой счёт 1000200030'],
    ['“Лицевой счёт” where it has no name', { ...homeAccount, title: ' ' }, 'Лицевой счёт 1000200030'],
  ])('says whose it is below its heading, where it is printed too: %s', async (_, own, words) => {
    for (const accounts of [[own, dachaAccount], [own]]) {
      upstream.on('accounts', { body: { data: accounts } })
      const page = await open()
      const lead = page.one('h1')?.nextElementSibling
      expect(plain(lead?.structuredText ?? '')).toBe(`${words} ${homeAccount.address}`)
      expect(lead?.closest('[data-print="hidden"]')).toBe(null)
    }
  })

  test.each([
    [{ status: 'pending' }, 'Ожидает'],
    [{ status: 'canceled', cancelReason: 'named_tomorrow' }, 'Платёж отменён'],
    [{ source: 'guest' }, 'Без входа в кабинет'],
    [{ source: 'autopayment' }, 'Автоплатёж'],
    [{ method: { kind: 'sbp', title: ' ' } }, 'СБП'],
    [{ receiptStatus: 'pending' }, 'Готовится'],
    [{ receiptStatus: 'failed' }, 'Не оформлен'],
    [{ receiptStatus: 'done' }, 'На почте'],
    [{ receiptStatus: 'done', source: 'guest' }, 'У плательщика'],
    [{ refunded: 50_000 }, 'Возвращено 500,00 ₽'],
    [{ refunded: 123_456 }, 'Возвращено полностью'],
  ])('puts %j into words', async (changes, words) => {
    upstream.on('history', answerOf([{ ...paid, ...changes }]))
    expect(rowsOf(await open())?.join()).toContain(words)
  })

  test('shows a payment with a long id', async () => {
    upstream.on('history', answerOf([{ ...paid, id: 'x'.repeat(300) }]))
    const page = await open()
    expect(page.status).toBe(200)
    expect(rowsOf(page)).toHaveLength(1)
  })

  test('does not separate the digits of a card from their mask', async () => {
    upstream.on('history', answerOf([{ ...paid, method: { kind: 'card', title: 'Мир •• 2987' } }]))
    expect((await open()).html).toContain('Мир ••\u00a02987')
  })

  test('links to a receipt on another site by https only', async () => {
    upstream.on('history', answerOf([{ ...paid, receiptUrl: 'https://receipts.example.test/1' }]))
    expect((await open()).links).toContain('https://receipts.example.test/1')
    upstream.on('history', answerOf([{ ...paid, receiptUrl: 'http://receipts.example.test/1' }]))
    const page = await open()
    expect(page.status).toBe(200)
    expect(page.all('main table a')).toEqual([])
  })

  test('links to a receipt of this site, as the test bank’s, by its path', async () => {
    const receiptUrl = `${portal.publicUrl.origin}/sandbox-bank/receipt/1`
    upstream.on('history', answerOf([{ ...paid, receiptStatus: 'done', receiptUrl }]))
    expect((await open()).all('main table a').map((link) => link.getAttribute('href'))).toEqual([
      '/sandbox-bank/receipt/1',
    ])
  })

  test('is filtered by a GET form', async () => {
    const visitor = await portal.customer()
    const typed = { from: '2026-01-01', to: '2026-09-30', status: 'succeeded' }
    const page = await visitor.press(await visitor.get('/personal/history'), 'Показать', typed)
    expect(queriesOf('history').at(-1)).toEqual({ id: account, ...typed, limit: '20' })
    for (const [name, value] of Object.entries(typed)) expect(page.field(name).value).toBe(value)
    expect(new URL(page.path, portal.publicUrl).searchParams.get('from')).toBe('2026-01-01')
  })

  test('sends no empty values to the API', async () => {
    await open('?account=&from=&to=&status=&cursor=')
    expect(queriesOf('history')).toEqual([{ id: account, limit: '20' }])
  })

  test('pages by cursor and back to the beginning, with the same filter', async () => {
    upstream.on('history', answerOf([paid], { nextCursor: 'a+b/c=', count: 40 }))
    const first = await open('?status=succeeded')
    const filter = `account=${account}&status=succeeded`
    expect(first.title).toBe('История платежей: Дом, 1000200030 — My New Project')
    expect(first.link('К началу')).toBeUndefined()
    expect(first.link('Показать более ранние')).toBe(`/personal/history?${filter}&cursor=a%2Bb%2Fc%3D`)

    upstream.on('history', answerOf([paid], { count: 40 }))
    const second = await open(first.link('Показать более ранние')?.slice('/personal/history'.length))
    expect(queriesOf('history').at(-1)).toMatchObject({ cursor: 'a+b/c=', status: 'succeeded' })
    expect(second.title).toBe('История платежей, более ранние: Дом, 1000200030 — My New Project')
    expect(second.link('Показать более ранние')).toBeUndefined()
    expect(second.link('К началу')).toBe(`/personal/history?${filter}`)
  })

  test('ignores a cursor with a control character', async () => {
    const page = await open('?cursor=%00')
    expect(page.status).toBe(200)
    expect(queriesOf('history')).toEqual([{ id: account, limit: '20' }])
  })

  test('starts from the beginning when the API rejects its cursor', async () => {
    upstream.on('history', ({ query }) =>
      query.has('cursor') ? { status: 422, body: { message: 'Нет' } } : answerOf([paid]),
    )
    expect(await open('?status=pending&cursor=old')).toHaveRedirect('/personal/history?status=pending', 302)
  })

  test.each([
    ['from=2026-02-30', 'from', 'Такого дня нет.'],
    ['to=99999-01-01', 'to', 'Такого дня нет.'],
    ['from=2026-09-02&to=2026-09-01', 'to', 'Последний день раньше первого.'],
    ['status=refunded', 'status', 'Такого состояния нет.'],
    [`status=${'x'.repeat(3000)}`, 'status', 'Такого состояния нет.'],
  ])('reports %s and makes no call', async (query, field, words) => {
    const page = await open(`?${query}`)
    expect(page.status).toBe(400)
    expect(page.title).toMatch(/^Ошибка: История платежей: Дом, \d+ — /)
    expect(page.field(field).errors.join()).toContain(words)
    expect(page.summaryLeadsTo).toEqual([field])
    expect(upstream.named('history')).toEqual([])
  })

  test('of an account without payments says so, and links to the payment page', async () => {
    upstream.on('history', answerOf([], { totalAmount: 0 }))
    const page = await open()
    expect(page.main).toContain('Платежей пока нет')
    expect(page.one('main a[href^="/personal/pay?account="]')?.text).toBe('Оплатить')
  })

  test('without results for its filter links to the whole list', async () => {
    upstream.on('history', answerOf([], { totalAmount: 0 }))
    const page = await open('?status=canceled')
    expect(page.main).toContain('Таких платежей нет')
    expect(page.link('Показать все платежи')).toBe(`/personal/history?account=${account}`)
  })

  test('of another account keeps the filter', async () => {
    const page = await open(`?account=${dachaAccount.account}&status=pending`)
    expect(queriesOf('history')).toEqual([{ id: dachaAccount.account, status: 'pending', limit: '20' }])
    expect(page.links).toContain(`/personal/history?account=${account}&status=pending`)
  })

  test('of another customer’s account is not found', async () => {
    for (const name of ['history', 'charges'] as const)
      upstream.on(name, { status: 404, body: { message: 'Нет' } })
    expect(await open('?account=9999')).toBeErrorScreen(404)
    expect(await open('?account=9999&cursor=abc')).toHaveRedirect('/personal/history?account=9999', 302)
  })
})

describe('the history as a CSV file', () => {
  const csv = '/personal/history.csv'
  const linesOf = (page: Page) => page.html.split('\r\n')

  test('is linked with the page’s filter', async () => {
    const page = await open('?from=2026-01-01&status=succeeded')
    expect(page.link('Скачать CSV')).toBe(`${csv}?account=${account}&from=2026-01-01&status=succeeded`)
  })

  test('has every page of the filter, loaded a hundred at a time', async () => {
    upstream.on('history', ({ query }) => {
      const at = Number(query.get('cursor') ?? 0)
      const payments = Array.from({ length: 100 }, (_, row) => ({ ...paid, id: `payment-${at * 100 + row}` }))
      return answerOf(payments, { nextCursor: at < 24 ? String(at + 1) : null, count: 2_500 })
    })
    const page = await (await portal.customer()).get(`${csv}?account=${account}&status=succeeded`)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(page.headers['content-disposition']).toMatch(/^attachment; filename="payments-[\d-]+\.csv"/)
    expect(page.headers['cache-control']).toContain('no-store')
    expect(page.body.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const lines = linesOf(page)
    expect(lines).toHaveLength(2_502)
    // Programs read it: no space of its head is a no-break one.
    expect(lines[0]?.slice(1)).toBe(
      'Дата и время;Лицевой счёт;Сумма, ₽;Состояние;Способ;Откуда;Чек;Причина отмены;Возвращено, ₽;Номер платежа',
    )
    expect(lines[1]).toBe(
      `06.09.2026 01:12;${account};1234,56;Оплачен;Карта *4444;Личный кабинет;—;;;payment-0`,
    )
    expect(lines[2_500]).toMatch(/;payment-2499$/)
    expect(queriesOf('history').slice(0, 2)).toEqual([
      { id: account, status: 'succeeded', limit: '100' },
      { id: account, status: 'succeeded', limit: '100', cursor: '1' },
    ])
  })

  test('has refunded amounts', async () => {
    upstream.on('history', answerOf([{ ...paid, refunded: 50_000 }]))
    const [head = '', row = ''] = linesOf(await (await portal.customer()).get(csv))
    expect(row.split(';')[head.split(';').indexOf('Возвращено, ₽')]).toBe('500,00')
  })

  test('has the whole addresses of receipts, and words in place of one that is no link', async () => {
    const own = `${portal.publicUrl.origin}/sandbox-bank/receipt/1`
    const elsewhere = 'https://receipts.example.test/1'
    const receipts = [own, elsewhere, 'http://receipts.example.test/1'].map((receiptUrl) => ({
      ...paid,
      receiptStatus: 'done',
      receiptUrl,
    }))
    upstream.on('history', answerOf(receipts))
    const [head = '', ...rows] = linesOf(await (await portal.customer()).get(csv))
    const column = head.split(';').indexOf('Чек')
    expect(rows.slice(0, 3).map((row) => row.split(';')[column])).toEqual([own, elsewhere, 'На почте'])
  })

  test.each([
    ['=HYPERLINK("https://other.example";"Дача")', `"'=HYPERLINK(""https://other.example"";""Дача"")"`],
    ['דירה', 'דירה'],
  ])('has the customer’s own name of the account in a last column: %s', async (title, cell) => {
    upstream.on('history', ({ query }) => answerOf([paid], { nextCursor: query.has('cursor') ? null : '1' }))
    upstream.on('accounts', { body: { data: [{ ...homeAccount, title, companyTitle: 'Квартира' }] } })
    const [head, ...rows] = linesOf(await (await portal.customer()).get(csv))
    expect(head).toMatch(/;Номер платежа;Название$/)
    expect(rows).toHaveLength(3)
    for (const row of rows.slice(0, 2)) expect(row.endsWith(`;payment-1;${cell}`)).toBe(true)
  })

  test.each([
    ['has the company’s title', { body: { data: [{ ...homeAccount, title: 'Квартира' }] } }],
    ['could not be loaded', 'answers 500' as const],
  ])('has no such column where the account %s', async (_, accounts) => {
    upstream.on('history', answerOf([paid]))
    upstream.on('accounts', accounts)
    const page = await (await portal.customer()).get(csv)
    expect(page.status).toBe(200)
    expect(linesOf(page)[0]).toMatch(/;Номер платежа$/)
  })

  test('stores the cookies of the API’s first page', async () => {
    upstream.on('history', { ...answerOf([paid]), headers: { 'set-cookie': 'sid=new; Path=/' } })
    const visitor = await portal.customer()
    const page = await visitor.get(csv)
    expect(page.status).toBe(200)
    await visitor.get('/personal/history')
    expect(upstream.named('currentUser').at(-1)?.headers.cookie).toContain('sid=new')
  })

  test('is cut off when the API fails midway', async () => {
    upstream.on('history', ({ query }) =>
      query.has('cursor') ? 'answers 500' : answerOf([paid], { nextCursor: 'next' }),
    )
    const visitor = await portal.customer()
    await expect(visitor.get(csv)).rejects.toThrow()
    expect((await visitor.get('/about')).status).toBe(200)
  })

  test('is cut off when the API’s cursor repeats', async () => {
    upstream.on('history', answerOf([paid], { nextCursor: 'same' }))
    await expect((await portal.customer()).get(csv)).rejects.toThrow()
    expect(upstream.named('history').length).toBeLessThan(4)
  })

  test('ends where the API’s cursor is empty', async () => {
    upstream.on('history', answerOf([paid], { nextCursor: '' }))
    const page = await (await portal.customer()).get(csv)
    expect(linesOf(page)).toHaveLength(3)
    expect(upstream.named('history')).toHaveLength(1)
  })

  test('that fails at once is an error screen', async () => {
    const visitor = await portal.customer()
    upstream.on('history', { status: 404, body: { message: 'Нет' } })
    expect(await visitor.get(`${csv}?account=9999&status=pending`)).toBeErrorScreen(404)
    upstream.on('history', 'answers 503 with Retry-After')
    expect(await visitor.get(csv)).toBeErrorScreen(503)
  })

  test('with an invalid filter redirects to its page, which says why, and makes no call', async () => {
    const visitor = await portal.customer()
    const page = await visitor.follow(await visitor.get(`${csv}?from=2026-02-30`))
    expect(page.field('from').errors.join()).toContain('Такого дня нет.')
    expect(upstream.named('history')).toEqual([])
  })

  test('has no body for HEAD, and requests one page', async () => {
    upstream.on('history', answerOf([paid], { nextCursor: 'next' }))
    const head = await (await portal.customer()).ask(csv, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect(upstream.named('history')).toHaveLength(1)
  })
})

describe('the chart of charges and payments', () => {
  const months = Array.from({ length: 24 }, (_, at) => ({
    period: `${2024 + Math.floor((at + 9) / 12)}-${String(((at + 9) % 12) + 1).padStart(2, '0')}`,
    charged: 250_000 + at,
    paid: 250_000,
  }))

  test('spans two years, has a name, and has its figures in a table', async () => {
    upstream.on('charges', { body: { data: months } })
    const page = await open()
    expect(queriesOf('charges')).toEqual([{ id: account, months: '24' }])
    const [picture] = page.all('main svg[role="img"]')
    expect(plain(picture?.getAttribute('aria-label') ?? '')).toBe(
      'Начислено и оплачено по месяцам, октябрь 2024 — сентябрь 2026',
    )
    const rows = page.all('main details tbody tr').map((row) => plain(row.structuredText))
    expect(rows).toHaveLength(24)
    expect(rows.at(-1)).toContain('2 500,23')
  })

  test('is shown beside an invalid filter, and left out when nothing was ever charged', async () => {
    upstream.on('charges', { body: { data: months } })
    expect((await open('?from=x')).all('main svg[role="img"]')).not.toEqual([])
    upstream.on('charges', { body: { data: months.map((month) => ({ ...month, charged: 0, paid: 0 })) } })
    expect((await open()).all('main svg[role="img"]')).toEqual([])
  })
})
