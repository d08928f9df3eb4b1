import { invoice as invoiceShape } from 'contract/invoices'
import { expect, test } from 'vitest'
import { viewOfInvoice } from './invoice-view'
import { anInvoice } from './test-invoice'

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ').replaceAll('\u2212', '-')

const viewOf = (changes: Parameters<typeof anInvoice>[0]) =>
  viewOfInvoice(invoiceShape.parse(anInvoice(changes)), {
    today: '2026-11-11',
    timeZone: 'Europe/Moscow',
    paidOn: null,
  })

test.each([
  ['lowers the sum', { charged: 10_000, benefit: 2_000, total: 8_000 }, '-20,00'],
  [
    'lowers the sum, sent below zero by a product',
    { charged: 10_000, benefit: -2_000, total: 8_000 },
    '-20,00',
  ],
  ['is taken back', { charged: 10_000, benefit: -2_000, total: 12_000 }, '20,00'],
  [
    'is taken back beside a recalculation',
    { charged: 10_000, recalculation: -500, benefit: -2_000, total: 11_500 },
    '20,00',
  ],
])('a benefit that %s is shown as it counts', (_, line, shown) => {
  const [view] = viewOf({ lines: [{ service: 'Содержание', ...line }] }).lines
  expect(plain(view?.benefit)).toBe(shown)
})

test('a volume and a penalty below zero are shown with their sign', () => {
  const { lines, sums } = viewOf({
    lines: [
      { service: 'Вода на ОДН', unit: 'м³', volume: -1.2, tariff: 4166, charged: -5_000, total: -5_000 },
    ],
    penalty: -2_500,
  })
  expect(plain(lines[0]?.volume)).toBe('-1,2 м³')
  expect(plain(sums.find(({ term }) => term === 'Пени')?.description)).toBe('-25,00 ₽')
})

test('columns of charges and totals are one where they are equal', () => {
  const line = { service: 'Вода', charged: 100, total: 100 }
  expect(viewOf({ lines: [line] }).hasTotals).toBe(false)
  expect(viewOf({ lines: [line, { ...line, recalculation: -1, total: 99 }] }).hasTotals).toBe(true)
})

test('lines that are too large for a number together have no total', () => {
  const line = { service: 'Вода', charged: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER }
  expect(viewOf({ lines: [line, line] }).linesTotal).toBeNull()
  expect(viewOf({ lines: [] }).linesTotal).toBeNull()
})

test.each([
  [0, 'Проживают', '0 человек'],
  [1, 'Проживает', '1 человек'],
  [2, 'Проживают', '2 человека'],
  [5, 'Проживают', '5 человек'],
  [11, 'Проживают', '11 человек'],
  [21, 'Проживает', '21 человек'],
])('%i residents are %s %s', (residents, term, description) => {
  const facts = viewOf({ residents }).facts.map((fact) => [fact.term, plain(fact.description)])
  expect(facts).toContainEqual([term, description])
})

test('unknown residents are left out', () => {
  expect(viewOf({ residents: null }).facts.map(({ term }) => term)).not.toContain('Проживают')
})

test('the requisites have the purpose of the payment that the QR code has', () => {
  const { payee } = viewOf({ account: '5330001748', period: '2026-10' })
  expect(payee.at(-1)).toEqual({
    term: 'Назначение платежа',
    description: 'Лицевой счёт 5330001748, 10.2026',
  })
})
