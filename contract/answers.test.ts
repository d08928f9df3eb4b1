import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { account, accountsAnswer, defaultAccountAnswer } from './accounts'
import { autopayment, autopaymentRun, autopaymentsAnswer } from './autopayments'
import { baseData } from './base-data'
import { endpoints } from './endpoints'
import { charges, invoice, invoiceAnswer, invoiceLine, payee } from './invoices'
import { page } from './pages'
import { historyAnswer, payCheckAnswer, payment, savedMethod } from './payments'
import { problem } from './problem'
import { meter, pastReading, readingToConfirm, receiptAnswer } from './readings'
import { currentUserAnswer, user } from './users'

type Fields = Record<string, unknown>

/** Required and optional fields of each shape in the specification of the product API, with example values. */
const shapes: Record<string, { schema: z.ZodType; required: Fields; optional: Fields }> = {
  user: {
    schema: user,
    required: { id: 'u-1', name: 'Анна', email: 'a@example.test' },
    optional: { phone: '+79991234567', emailVerified: true },
  },
  account: {
    schema: account,
    required: { account: '1000200030', balance: -15_000, isDefault: false },
    optional: {
      title: 'Дом',
      address: 'ул. Садовая, д. 5',
      payer: 'А*** С***',
      lastInvoice: { period: '2026-09', total: 245_050, dueAt: '2026-10-10' },
    },
  },
  'invoice of the list': {
    schema: account.shape.lastInvoice.unwrap().unwrap(),
    required: { period: '2026-09', total: 245_050, dueAt: '2026-10-10' },
    optional: {},
  },
  invoice: {
    schema: invoice,
    required: {
      id: 'i-1',
      account: '1000200030',
      period: '2026-09',
      issuedAt: '2026-10-01',
      dueAt: '2026-10-10',
      status: 'overdue',
      openingBalance: 0,
      lines: [],
      penalty: 0,
      paid: 0,
      total: 0,
      payee: {
        name: 'АО «Тёплый дом»',
        inn: '6900000000',
        bankName: 'Банк',
        bic: '044525000',
        correspondentAccount: '30101',
        settlementAccount: '40702',
      },
    },
    optional: { address: 'ул. Садовая', payer: 'А*** С***', area: 54.3, residents: 2 },
  },
  'line of an invoice': {
    schema: invoiceLine,
    required: { service: 'Отопление', charged: 100, total: 100 },
    optional: { unit: 'Гкал', volume: 0.71, tariff: 2500.5, recalculation: -5, benefit: -10 },
  },
  payee: {
    schema: payee,
    required: {
      name: 'АО «Тёплый дом»',
      inn: '6900000000',
      bankName: 'Банк',
      bic: '044525000',
      correspondentAccount: '30101',
      settlementAccount: '40702',
    },
    optional: { kpp: '690001001' },
  },
  charges: { schema: charges, required: { period: '2026-09', charged: 1, paid: 2 }, optional: {} },
  payment: {
    schema: payment,
    required: {
      id: 'p-1',
      account: '1000200030',
      amount: 100,
      status: 'pending',
      createdAt: '2026-10-05T09:12:44Z',
      source: 'guest',
    },
    optional: {
      paidAt: '2026-10-05T09:13:00Z',
      method: { kind: 'sbp', title: 'СБП' },
      receiptUrl: 'https://receipt.example.test/1',
      receiptStatus: 'pending',
      cancelReason: 'Отказ банка',
      confirmationUrl: 'https://bank.example.test/1',
      own: true,
      unanswered: false,
      basket: { id: 'b-1', amount: 250 },
      payee: 'ООО «Тихий берег»',
      addressMasked: 'ул. С***',
      balance: 100,
    },
  },
  'saved method': {
    schema: savedMethod,
    required: { id: 'm-1', kind: 'card', title: 'Карта *4444' },
    optional: { expiresAt: '2028-01-31' },
  },
  'answer to a check': {
    schema: payCheckAnswer.shape.data,
    required: { account: '1000200030' },
    optional: { addressMasked: 'ул. С***', balance: 100 },
  },
  autopayment: {
    schema: autopayment,
    required: { id: 'a-1', account: '1000200030', rule: 'monthly', limit: 500_000, status: 'active' },
    optional: {
      day: 28,
      amount: 100_000,
      method: { kind: 'card', title: 'Карта *4444' },
      nextRunAt: '2026-10-08T06:00:00Z',
      lastPayment: { id: 'p-1', amount: 1, status: 'succeeded', at: '2026-09-08T06:00:00Z' },
      failReason: 'Нет денег',
    },
  },
  'run of an autopayment': {
    schema: autopaymentRun,
    required: { at: '2026-09-08T06:00:00Z', outcome: 'skipped' },
    optional: { reason: 'Нечего платить', amount: 1, payment: 'p-1' },
  },
  'base data': {
    schema: baseData,
    required: {
      topMenu: [{ title: 'О компании', url: '/about', children: [{ title: 'Тарифы', url: '/tariffs' }] }],
      footerMenu: [{ title: 'Клиентам', items: [{ title: 'Реквизиты', url: '/requisites' }] }],
      contacts: { phones: [{ number: '+78001234567' }], email: 'help@example.test', address: 'Тверь' },
      workingHours: [{ days: 'Пн–Пт', hours: '9:00–18:00' }],
    },
    optional: {},
  },
  contacts: {
    schema: baseData.shape.contacts,
    required: {
      phones: [{ title: 'Единый', number: '+78001234567' }],
      email: 'help@example.test',
      address: 'Тверь',
    },
    optional: {
      locations: [
        { title: 'Офис', address: 'Тверь', phone: '+74822000000', workingHours: 'Пн–Пт: 9:00–18:00' },
      ],
    },
  },
  page: {
    schema: page,
    required: { title: 'О компании', body: '<p>Слова</p>' },
    optional: { description: 'Кто мы', updatedAt: '2026-08-01' },
  },
  'page that has moved': { schema: page, required: { redirect: { url: '/new', status: 308 } }, optional: {} },
  problem: {
    schema: problem,
    required: { message: 'Так нельзя' },
    optional: {
      code: 'proof_required',
      errors: { email: ['Не тот'] },
      proof: { label: 'Номер квартиры', hint: 'Как в квитанции' },
    },
  },
  meter: {
    schema: meter,
    required: {
      id: 'm-1',
      service: 'Холодная вода',
      unit: 'м³',
      serial: '1234567',
      zones: [
        { zone: 't1', title: 'Расход' },
        {
          zone: 't2',
          title: 'Ночь',
          last: { value: '1.5', at: '2026-10-05T09:12:44Z', source: 'device' },
        },
      ],
      digits: 5,
      decimals: 3,
    },
    optional: { place: 'кухня', verifiedUntil: '2027-03-01', usual: { t1: '4.200' } },
  },
  'receipt of readings': {
    schema: receiptAnswer.shape.data,
    required: {
      number: '123',
      acceptedAt: '2026-10-05T09:12:44Z',
      readings: [{ meter: 'm-1', zone: 't1', value: '1.500', previous: null, volume: '1.500' }],
    },
    optional: {},
  },
  'reading to confirm': {
    schema: readingToConfirm,
    required: { meter: 'm-1', zone: 't1', reason: 'rollover', volume: '12' },
    optional: { usual: '4.2' },
  },
  'past reading': {
    schema: pastReading,
    required: {
      meter: 'm-1',
      zone: 't1',
      value: '1.500',
      volume: '1.500',
      at: '2026-10-05T09:12:44Z',
      period: '2026-10',
      source: 'estimated',
    },
    optional: {},
  },
}

const without = (fields: Fields, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

test.each([
  ['payment', { own: 'me', unanswered: 1, basket: { id: 'b-1', amount: '250' } }],
  ['autopayment', { resumeNeeds: 'phone', firstPayment: { id: 'p-1' } }],
  ['user', { emailUndeliverable: 'no' }],
])('odd values of extensions take nothing of the %s with them', (name, odd) => {
  const known = shapes[name]
  expect(known?.schema.parse({ ...known.required, ...odd })).toEqual(known?.required)
})

describe.each(Object.entries(shapes))('the shape of %s', (_, { schema, required, optional }) => {
  const whole = { ...required, ...optional }

  test('takes all its fields, and drops unknown ones', () => {
    expect(schema.parse({ ...whole, unheard_of: 1 })).toEqual(whole)
  })

  test('needs only its required fields', () => {
    expect(schema.parse(required)).toEqual(required)
  })

  test.each(Object.keys(required))('is invalid when %s is missing or null', (name) => {
    expect(schema.safeParse(without(whole, name)).success).toBe(false)
    expect(schema.safeParse({ ...whole, [name]: null }).success).toBe(false)
  })

  test.each(Object.keys(optional))('may leave out %s or have null there', (name) => {
    expect(schema.safeParse(without(whole, name)).success).toBe(true)
    expect(schema.safeParse({ ...whole, [name]: null }).success).toBe(true)
  })
})

describe('values in answers', () => {
  test.each([10.5, '100', Number.NaN, 2 ** 53, null])('money is not %j', (balance) => {
    expect(account.safeParse({ account: '1', balance, isDefault: true }).success).toBe(false)
  })

  test.each([0, -1, 9_007_199_254_740_991])('%i kopecks are an amount', (balance) => {
    expect(account.safeParse({ account: '1', balance, isDefault: true }).success).toBe(true)
  })

  test.each(['2026-13', '2026-00', '2026-1', '202610', '2026-10-01', ''])('a period is not %j', (period) => {
    expect(charges.safeParse({ period, charged: 0, paid: 0 }).success).toBe(false)
  })

  test.each(['2026-10-05', '2026-10-05T09:12:44', '05.10.2026', 'yesterday', 1_790_000_000])(
    'a moment is not %j',
    (createdAt) => {
      expect(payment.safeParse({ ...shapes.payment?.required, createdAt }).success).toBe(false)
    },
  )

  test.each(['2026-10-05T09:12:44Z', '2026-10-05T09:12:44.123Z'])('%j is a moment', (createdAt) => {
    expect(payment.safeParse({ ...shapes.payment?.required, createdAt }).success).toBe(true)
  })

  test.each(['2026-02-30', '2026-10-5', '2026-10-05T00:00:00Z'])('a day is not %j', (dueAt) => {
    expect(invoice.safeParse({ ...shapes.invoice?.required, dueAt }).success).toBe(false)
  })

  test.each(['paid in full', 'PAID', ''])('the status of an invoice is not %j', (status) => {
    expect(invoice.safeParse({ ...shapes.invoice?.required, status }).success).toBe(false)
  })

  test.each([0, 29, 1.5])('the day of an autopayment is not %d', (day) => {
    expect(autopayment.safeParse({ ...shapes.autopayment?.required, day }).success).toBe(false)
  })

  test.each([200, 300, 303, 404])('a page does not redirect with %i', (status) => {
    expect(page.safeParse({ redirect: { url: '/new', status } }).success).toBe(false)
  })
})

describe('an answer', () => {
  test('of accounts, autopayments and payments may be empty', () => {
    expect(accountsAnswer.safeParse({ data: [] }).success).toBe(true)
    expect(autopaymentsAnswer.safeParse({ data: [] }).success).toBe(true)
    const meta = { nextCursor: null, count: 0, totalAmount: 0 }
    expect(historyAnswer.safeParse({ data: [], meta }).success).toBe(true)
    expect(historyAnswer.safeParse({ data: [] }).success).toBe(false)
  })

  test('without a current user is null, empty, or a user without an id', () => {
    for (const data of [null, undefined, {}, { name: 'Анна' }, { id: null }, { id: '' }])
      expect(currentUserAnswer.safeParse({ data }).success).toBe(true)
    expect(currentUserAnswer.safeParse({ data: 'Анна' }).success).toBe(false)
    expect(currentUserAnswer.safeParse({ data: { id: 5, name: 'Анна' } }).success).toBe(false)
  })

  test('without a default account is null', () => {
    expect(defaultAccountAnswer.parse({ account: null })).toEqual({ account: null })
    expect(defaultAccountAnswer.safeParse({ account: 1_000_200_030 }).success).toBe(false)
  })

  test('of an invoice may be without one, with the available periods', () => {
    expect(invoiceAnswer.safeParse({ data: null, periods: [] }).success).toBe(true)
    expect(invoiceAnswer.safeParse({ data: null }).success).toBe(false)
  })

  test('of every call with data is an object, never a bare list or text', () => {
    for (const [name, endpoint] of Object.entries(endpoints))
      if ('answer' in endpoint)
        for (const bare of [[], 'ok', 1, null, true])
          expect(endpoint.answer.safeParse(bare).success, name).toBe(false)
  })
})
