import { writeFileSync } from 'node:fs'
import { type Invoice, invoice as invoiceShape } from 'contract/invoices'
import { expect, it } from 'vitest'
import { readPdf } from '../../../../tests/support/read-pdf'
import { drawPaper } from '../paper/draw-paper.server'
import type { Paper } from '../paper/paper'
import { anInvoice } from '../test-invoice'
import { monthsOf, yearOf } from './statement-months'
import { statementPaper } from './statement-paper.server'

const bill = (
  period: string,
  openingBalance: number,
  changes: Parameters<typeof anInvoice>[0] = {},
): Invoice => {
  const lines = [{ service: 'Отопление', charged: 100_000, total: 100_000 }]
  return invoiceShape.parse(anInvoice({ period, openingBalance, lines, penalty: 0, ...changes }))
}

const draw = async (paper: Paper) => {
  const pdf = await drawPaper(paper, { name: 'Тихий берег', phone: '+7 800 000-10-15' })
  if (process.env.PDF_OUT) writeFileSync(process.env.PDF_OUT, pdf)
  return readPdf(pdf)
}

const lastOf2025 = bill('2025-12', 0, { total: 40_000 })

it('counts what has lowered the debt between two invoices as paid', () => {
  const months = monthsOf([bill('2025-11', 5_000), bill('2025-12', 20_000)], 40_000)
  expect(months.map(({ opening, paid, closing }) => [opening, paid, closing])).toEqual([
    [5_000, 85_000, 20_000],
    [20_000, 80_000, 40_000],
  ])
})

it.each([
  ['is subtracted', 2_019, -2_019],
  ['is subtracted as it comes', -2_019, -2_019],
])('shows a benefit apart from what is charged: one that %s', (_, benefit, shown) => {
  const line = { service: 'Вода', charged: 41_738, recalculation: -1_000, benefit, total: 38_719 }
  const [month] = monthsOf([bill('2025-12', 0, { lines: [line] })], 38_719)
  expect(month).toMatchObject({ charged: 41_738, recalculation: -1_000, benefits: shown, paid: 0 })
})

it('shows a debt that the company has raised without an invoice as less than nothing paid', () => {
  expect(monthsOf([bill('2025-12', 0)], 150_000)[0]?.paid).toBe(-50_000)
})

it('adds nothing to an amount that is too large for a number', async () => {
  const line = { service: 'Вода', charged: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER }
  const invoice = bill('2025-12', 0, { lines: [line, line] })
  const [month, ...others] = monthsOf([invoice], 0)
  if (!month) throw new Error('there is no month')
  expect(yearOf([month, ...others])).toMatchObject({
    charged: null,
    paid: null,
    recalculation: 0,
    closing: 0,
  })
  const { text } = await draw(statementPaper({ year: '2025', invoices: [invoice], next: null }, '2026-01-05'))
  expect(text).toContain('декабрь 2025 0,00 — 0,00 — ')
})

it.each([
  [
    '2025-12-31',
    'Год ещё не закончился: учтены квитанции по декабрь 2025 и деньги, которые пришли по 31 декабря 2025 г.',
  ],
  ['2026-01-05', 'Следующей квитанции ещё нет: учтены деньги, которые пришли по 5 января 2026 г.'],
])('without a later invoice is not the whole year, on %s', async (today, words) => {
  const { text } = await draw(statementPaper({ year: '2025', invoices: [lastOf2025], next: null }, today))
  expect(text).toContain(words)
  expect(text).toMatch(/Долг на (31 декабря 2025|5 января 2026) г\. 400,00 ₽/)
})

it('is whole when a later invoice is there, and names the months that had none', async () => {
  const invoices = [bill('2025-03', 0), bill('2025-06', 0)] as const
  const { text } = await draw(
    statementPaper({ year: '2025', invoices, next: bill('2026-02', -7_000) }, '2026-03-05'),
  )
  expect(text).toContain('Долг на начало, по квитанции за март 2025 0,00 ₽')
  expect(text).toContain('Переплата на конец, по квитанции за февраль 2026 70,00 ₽')
  expect(text).toContain(
    'Квитанций не было за апрель 2025, май 2025, июль 2025, август 2025, сентябрь 2025, октябрь 2025, ноябрь 2025, декабрь 2025. Долг с минусом — переплата.',
  )
  expect(text).not.toMatch(/Год ещё не|Следующей квитанции|за январь/)
})

it('leaves out the columns of benefits and penalties that there were not', async () => {
  const { text } = await draw(
    statementPaper({ year: '2025', invoices: [lastOf2025], next: null }, '2026-01-05'),
  )
  expect(text).toContain('Месяц Долг на начало Начислено Перерасчёт Оплачено Долг на конец')
  expect(text).not.toMatch(/Льготы|Пени/)
})

it('names each payee of the year once', async () => {
  const { payee } = anInvoice()
  const later = { ...payee, name: 'ООО «Новая УК»', inn: '5099006417' }
  const invoices = [
    bill('2025-10', 0),
    bill('2025-11', 0, { payee: later }),
    bill('2025-12', 0, { payee: later }),
  ] as const
  const { text } = await draw(statementPaper({ year: '2025', invoices, next: null }, '2026-01-05'))
  expect(text).toContain('ООО УК, ИНН 7707083893; ООО «Новая УК», ИНН 5099006417')
})

it('has twelve months with every column and a long address on one page, tagged, with its number', async () => {
  const address = `Тихобережская обл., г. Тихобережск, ${'микрорайон Новая Гавань, '.repeat(8)}д. 14, кв. 27`
  const line = {
    service: 'Отопление',
    charged: 123_456_789,
    recalculation: -1_234_567,
    benefit: 7_654_321,
    total: 114_567_901,
  }
  const bills = Array.from({ length: 12 }, (_, at) =>
    bill(`2025-${String(at + 1).padStart(2, '0')}`, 123_456_789, {
      lines: [line],
      penalty: 1_234_567,
      address,
    }),
  )
  const [first, ...others] = bills
  if (!first) throw new Error('there is no bill')
  const { pages, text, document } = await draw(
    statementPaper(
      { year: '2025', invoices: [first, ...others], next: bill('2026-01', -123_456_789) },
      '2026-02-01',
    ),
  )
  expect(pages).toHaveLength(1)
  expect(text).toMatch(/^Тихий берег, \+7 800 000-10-15 Справка о начислениях и оплате за 2025 год/)
  expect(text).toContain('Страница 1 из 1')
  expect(text).toContain('Составлена 1 февраля 2026 г. личным кабинетом, без подписи и печати')
  const tree = JSON.stringify(pages[0]?.tree)
  for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`)
  expect((await document.getMetadata()).info).toMatchObject({
    Title: expect.stringMatching(/^Справка о\sначислениях и\sоплате за\s2025\sгод, лицевой счёт 1234567890$/),
    Language: 'ru-RU',
  })
})
