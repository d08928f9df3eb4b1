import { addMonths } from 'format/dates'
import { describe, expect, test } from 'vitest'
import { anInvoice } from '~/features/invoices/test-invoice'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { dachaAccount, defaultAnswers, homeAccount } from '../support/default-answers'
import { type Page, plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const path = '/personal/invoice-explanation'
const call = 'invoiceExplanation'

/** Newest first. */
const periods = Array.from({ length: 14 }, (_, at) => addMonths('2026-10', -at))

const explanation = {
  period: '2026-10',
  against: '2026-09',
  total: 353_318,
  againstTotal: 312_088,
  steps: [
    { kind: 'tariff', service: 'Холодная вода', unit: 'м³', from: 4320, to: 4560, amount: 2_400 },
    { kind: 'volume', service: 'Холодная вода', unit: 'м³', from: 10, to: 12.3, amount: 10_488 },
    { kind: 'method', service: 'Горячая вода', from: 'norm', to: 'meter', amount: -5_000 },
    { kind: 'added', service: 'Отопление', unit: 'Гкал', amount: 38_342 },
    { kind: 'penalty', from: 1_000, to: 2_000, amount: 1_000 },
    { kind: 'paid', from: 0, to: 6_000, amount: -6_000 },
  ],
  lines: [
    {
      service: 'Холодная вода',
      unit: 'м³',
      volume: 12.3,
      tariff: 4560,
      method: 'meter',
      charged: 56_088,
      againstVolume: 10,
      againstTariff: 4320,
      againstCharged: 43_200,
    },
    { service: 'Отопление', unit: 'Гкал', volume: 0.13, tariff: 294_938, charged: 38_342, againstCharged: 0 },
  ],
  penaltyDays: [
    { from: '2026-09-15', to: '2026-09-30', base: 300_000, rate: '9.5', days: 16, amount: 1_520 },
    { from: '2026-10-01', to: '2026-10-02', base: 110_000, rate: '9.5', days: 2, amount: 161 },
  ],
}

const answerWith = (changes: object = {}) =>
  upstream.on(call, { body: { data: { ...explanation, ...changes } } })
const invoicesOf = (known: readonly string[] = periods) =>
  upstream.on('invoice', { body: { ...defaultAnswers.invoice, periods: known } })
/** The invoice of October as its explanation has it. */
const chargedInOctober = () => {
  const sums = { openingBalance: 0, paid: 6_000, total: 353_318 }
  upstream.on('invoice', { body: { data: anInvoice({ account: homeAccount.account, ...sums }), periods } })
}
const lacksInvoice = (code?: string) =>
  upstream.on(call, { status: 404, body: { message: 'Не найдено', ...(code && { code }) } })

const open = async (query = '?period=2026-10') => (await portal.customer()).get(path + query)
const leadOf = (page: Page) => plain(page.all('h1 + div')[0]?.text ?? '')
const rowsOf = (page: Page, caption: string) =>
  page
    .all('main table')
    .filter((table) => plain(table.querySelector('caption')?.text ?? '') === caption)
    .flatMap((table) => table.querySelectorAll('tbody tr'))
    .map((row) =>
      row
        .querySelectorAll('th, td')
        .map((cell) => plain((cell.querySelector('span:not([aria-hidden])') ?? cell).text)),
    )

describe('the calls of an explanation', () => {
  const asked = () => upstream.named(call).map(({ path: asPath, id }) => ({ id, path: asPath }))
  const callOf = (account: string, query: string) => ({
    id: account,
    path: `/api/v1/personal/invoice-explanation/${encodeURIComponent(account)}?${query}`,
  })

  test('name the period alone, where no other month is named', async () => {
    answerWith()
    await open('?period=2026-10&against=')
    expect(asked()).toEqual([callOf(homeAccount.account, 'period=2026-10')])
  })

  test('name both months and the account of the address', async () => {
    answerWith({ against: '2025-10' })
    await open(`?account=${dachaAccount.account}&period=2026-10&against=2025-10`)
    expect(asked()).toEqual([callOf(dachaAccount.account, 'period=2026-10&against=2025-10')])
  })

  test('encode an account', async () => {
    answerWith()
    const account = '1/2 №?&'
    await open(`?${new URLSearchParams({ account, period: '2026-10' })}`)
    expect(asked()).toEqual([callOf(account, 'period=2026-10')])
  })

  test('are about the newest invoice, where no period is named', async () => {
    answerWith()
    invoicesOf()
    const page = await open('')
    expect(page.h1).toBe('Почему такая сумма')
    expect(asked()).toEqual([callOf(homeAccount.account, 'period=2026-10')])
    expect(upstream.named('invoice').map(({ body }) => body)).toEqual([{}])
  })

  test('are about the newest invoice, where its month is listed nowhere else', async () => {
    answerWith({ period: '2026-09', against: '2026-08' })
    invoicesOf([])
    expect((await open('')).status).toBe(200)
    expect(asked()).toEqual([callOf(homeAccount.account, 'period=2026-09')])
  })

  test.each(['?period=2026-13', '?period=x', '?period=2026-10&against=2026-9', '?against=2026-10-01'])(
    'are not made for what is no month: %s',
    async (query) => {
      expect(await open(query)).toBeErrorScreen(404)
      expect(asked()).toEqual([])
      expect(upstream.named('invoice')).toEqual([])
    },
  )

  test('need an invoice', async () => {
    upstream.on('invoice', { body: { data: null, periods: [] } })
    const page = await open('')
    expect(page.status).toBe(200)
    expect(page.main).toContain('Квитанций пока нет')
    expect(asked()).toEqual([])
  })
})

describe('the explanation', () => {
  test('says first by how much the sum differs and what matters most', async () => {
    answerWith()
    const page = await open()
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Почему такая сумма')
    expect(page.title).toBe('Почему такая сумма: Дом, 1000200030 — My New Project')
    expect(leadOf(page)).toBe('Начислено на 472,30 ₽ больше, чем в сентябре: включили отопление')
    expect(page.html).toContain('472,30\u00a0₽')
  })

  test('says that nothing has changed', async () => {
    answerWith({ total: 312_088, steps: [], lines: [], penaltyDays: undefined })
    const page = await open()
    expect(leadOf(page)).toBe('Начислено столько же, сколько в сентябре')
    expect(page.all('main svg[role="img"]')).toEqual([])
    expect(page.all('main table')).toEqual([])
  })

  // Every row in words: app/features/invoices/explanation/explanation-view.server.test.ts.
  test('has its reasons, what is to pay, the services and the penalty in tables, and a picture', async () => {
    answerWith()
    chargedInOctober()
    const page = await open()
    const reasons = rowsOf(page, 'Из чего сложилась разница, ₽')
    expect(reasons).toHaveLength(6)
    expect(reasons[0]).toEqual(['1. Отопление: включили', '—', '383,42 ₽', '+383,42'])
    expect(reasons[5]).toEqual(['Начислено с пенями', '3 120,88 ₽', '3 593,18 ₽', '+472,30'])
    expect(rowsOf(page, 'От начислений к сумме к оплате, ₽').slice(1)).toEqual([
      ['Оплачено', '0,00 ₽', '60,00 ₽', '−60,00'],
      ['К оплате', '3 120,88 ₽', '3 533,18 ₽', '+412,30'],
    ])
    expect(rowsOf(page, 'Как посчитана каждая услуга')[0]).toEqual([
      'Холодная вода, по счётчику',
      '12,3 м³ × 45,60 ₽ = 560,88 ₽ было: 10 м³ × 43,20 ₽ = 432,00 ₽',
      'тариф вырос: было 43,20 ₽, стало 45,60 ₽; объём вырос: было 10 м³, стало 12,3 м³',
    ])
    expect(page.main).toContain('Пени начисляются с 31-го дня просрочки. Всего за эти дни: 16,81 ₽.')
    expect(rowsOf(page, 'Пени по дням')[1]).toEqual([
      '1 октября — 2 октября 2026 г.',
      '1 100,00 ₽',
      '9,5 % годовых',
      '2 дня',
      '1 100,00 ₽ × 9,5 % ÷ 130 × 2 дня',
      '1,61 ₽',
    ])
    const [picture, ...others] = page.all('main svg[role="img"]')
    expect(others).toEqual([])
    expect(plain(picture?.getAttribute('aria-label') ?? '')).toMatch(
      /^Как изменились начисления: от 3 120,88 ₽/,
    )
  })

  test('is there without its sums where the invoice is not there any more', async () => {
    answerWith()
    upstream.on('invoice', { body: { data: null, periods } })
    const page = await open()
    expect(leadOf(page)).toBe('Начислено на 472,30 ₽ больше, чем в сентябре: включили отопление')
    expect(rowsOf(page, 'Из чего сложилась разница, ₽').at(-1)).toEqual([
      'Начислено с пенями',
      '—',
      '—',
      '+472,30',
    ])
    expect(page.all('main svg[role="img"]')).toEqual([])
  })

  test('has its tables marked up: a caption, and the scope of every heading', async () => {
    answerWith()
    const page = await open()
    const tables = page.all('main table')
    expect(tables).toHaveLength(4)
    for (const table of tables) {
      expect(table.querySelectorAll('caption')).toHaveLength(1)
      const scopes = table.querySelectorAll('thead th').map((head) => head.getAttribute('scope'))
      expect(new Set(scopes)).toEqual(new Set(['col']))
      for (const row of table.querySelectorAll('tbody tr'))
        expect(row.querySelectorAll('th[scope="row"]')).toHaveLength(1)
    }
  })

  test('needs none of the optional fields, and ignores unknown ones', async () => {
    answerWith({
      total: 312_089,
      steps: [{ kind: 'other', amount: 1, why: 'x', from: 'whatever' }],
      lines: [{ service: 'Вода', charged: 1, againstCharged: 0, colour: 'blue' }],
      penaltyDays: null,
      advice: 'x',
    })
    const page = await open()
    expect(leadOf(page)).toBe('Начислено на 0,01 ₽ больше, чем в сентябре: другие изменения')
    expect(page.main).not.toContain('Пени по дням')
  })

  test('shows what the product API names as text', async () => {
    const service = '<img src=x onerror=alert(1)>"\'&'
    answerWith({
      steps: [{ kind: 'added', service, amount: 41_230 }],
      lines: [{ service, unit: '<b>', volume: 1, tariff: 41_230, charged: 41_230, againstCharged: 0 }],
    })
    const page = await open()
    expect(page.html).not.toContain('<img src=x')
    expect(page.html).not.toContain('<b>')
    expect(leadOf(page)).toContain('добавилась услуга «')
    expect(rowsOf(page, 'Как посчитана каждая услуга')).toHaveLength(1)
  })
})

describe('another comparison', () => {
  const monthsIn = (page: Page, name: string) =>
    page
      .field(name)
      .element.querySelectorAll('option')
      .map((option) => option.getAttribute('value'))

  test('is chosen in a form that works without scripts', async () => {
    answerWith({ against: '2025-10' })
    invoicesOf()
    const page = await open('?period=2026-10&against=2025-10')
    expect(monthsIn(page, 'period')).toEqual(periods)
    expect(monthsIn(page, 'against')).toEqual(['', ...periods])
    expect(page.field('period').value).toBe('2026-10')
    expect(page.field('against').value).toBe('2025-10')
    const form = page.formOf('Сравнить')
    expect(form.method).toBe('GET')
    expect(new URL(form.action, portal.publicUrl).pathname).toBe(path)
    expect(Object.fromEntries(form.values)).toEqual({
      account: homeAccount.account,
      period: '2026-10',
      against: '2025-10',
    })
    expect(leadOf(page)).toContain('больше, чем в октябре 2025 года')
  })

  test('has links to the month before and to the year before', async () => {
    answerWith()
    invoicesOf()
    const page = await open()
    const to = (against: string) => `${path}?account=${homeAccount.account}&period=2026-10&against=${against}`
    expect(page.link('Месяц назад')).toBe(to('2026-09'))
    expect(page.link('Год назад')).toBe(to('2025-10'))
    expect(page.field('against').value).toBe('')
  })

  test('is not offered for months without an invoice', async () => {
    answerWith()
    invoicesOf(['2026-10', '2026-08'])
    const page = await open()
    expect(page.link('Месяц назад')).toBeUndefined()
    expect(page.link('Год назад')).toBeUndefined()
    expect(monthsIn(page, 'against')).toEqual(['', '2026-10', '2026-08'])
  })

  test('is not offered where there is one invoice', async () => {
    answerWith()
    invoicesOf(['2026-10'])
    const page = await open()
    expect(page.controls('period')).toEqual([])
    expect(page.buttons).not.toContain('Сравнить')
  })

  test('is offered for the other accounts', async () => {
    answerWith()
    expect((await open()).links).toContain(`${path}?account=${dachaAccount.account}`)
  })
})

describe('an invoice with nothing to compare with', () => {
  test('says so where no other month was named', async () => {
    lacksInvoice('nothing_to_compare')
    invoicesOf(['2026-10', '2026-08'])
    const page = await open()
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Почему такая сумма')
    expect(page.main).toContain('Сравнить не с чем')
    expect(page.main).toContain('Квитанции за сентябрь 2026 нет. Ниже можно выбрать другой месяц.')
    expect(page.buttons).toContain('Сравнить')
  })

  test('offers no other month where there is none', async () => {
    lacksInvoice('nothing_to_compare')
    invoicesOf(['2026-10'])
    const page = await open()
    expect(page.main).toContain('Квитанции за сентябрь 2026 нет.')
    expect(page.main).not.toContain('Ниже можно')
  })

  test('is not found where one was named', async () => {
    lacksInvoice('nothing_to_compare')
    expect(await open('?period=2026-10&against=2026-09')).toBeErrorScreen(404)
  })

  test.each([undefined, 'something_else'])('is not found with the code %s', async (code) => {
    lacksInvoice(code)
    expect(await open()).toBeErrorScreen(404)
  })
})

// Other failures: tests/web/http/loader-failures.test.ts.
test('an explanation whose steps are not the difference is the generic error screen', async () => {
  answerWith({ steps: [{ kind: 'other', amount: 1 }] })
  expect(await open()).toBeErrorScreen(502)
})

test('the invoice leads to its explanation', async () => {
  const page = await (await portal.customer()).get('/personal/invoice')
  expect(page.link('Почему такая сумма')).toBe(`${path}?account=${homeAccount.account}&period=2026-09`)
  expect(upstream.named(call)).toEqual([])
})
