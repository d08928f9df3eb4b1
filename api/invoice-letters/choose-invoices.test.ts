import { describe, expect, it } from 'vitest'
import { chooseInvoices, type UnpaidInvoice } from './choose-invoices'

const days = { today: '2026-12-01', askedOn: '2026-10-10' }
const invoice = (given: Partial<UnpaidInvoice> = {}): UnpaidInvoice => ({
  id: given.id ?? 'one',
  account: '1',
  ownTitle: null,
  period: '2026-11',
  issuedAt: '2026-12-01',
  dueAt: '2026-12-15',
  left: 100,
  notified: null,
  ...given,
})
const chosen = (invoices: readonly UnpaidInvoice[], on = days) =>
  chooseInvoices(invoices, on).map(({ invoice: { id }, as }) => `${id} ${as}`)

describe('the invoices that a customer is written about', () => {
  it.each([
    ['issued today', {}, ['one new']],
    ['issued a month ago', { issuedAt: '2026-10-31' }, ['one new']],
    ['issued earlier', { issuedAt: '2026-10-30' }, []],
    ['told of', { notified: 'new' }, []],
    ['told of, four days before its due day', { notified: 'new', dueAt: '2026-12-05' }, []],
    ['told of, three days before', { notified: 'new', dueAt: '2026-12-04' }, ['one due']],
    ['told of, on its due day', { notified: 'new', dueAt: '2026-12-01' }, ['one due']],
    ['reminded of', { notified: 'and reminded', dueAt: '2026-12-04' }, []],
    [
      'not told of, as it was paid by another way then',
      { issuedAt: '2026-10-30', dueAt: '2026-12-04' },
      ['one due'],
    ],
  ] as const)('have one that is %s, or not', (_, given, expected) => {
    expect(chosen([invoice(given)])).toEqual(expected)
  })

  it.each([
    ['2026-12-01', ['one new']],
    ['2026-12-02', []],
  ])('have what was issued on the day of the wish or later: asked on %s', (askedOn, expected) => {
    expect(chosen([invoice()], { ...days, askedOn })).toEqual(expected)
    expect(chosen([invoice({ notified: 'new', dueAt: '2026-12-04' })], { ...days, askedOn })).toHaveLength(
      expected.length,
    )
  })

  it('are one of each account, the newest, in the order of the accounts', () => {
    const older = invoice({ id: 'older', period: '2026-10' })
    const other = invoice({ id: 'other', account: '2' })
    expect(chosen([older, other, invoice()])).toEqual(['one new', 'other new'])
    // The newest is settled with: of the older one only its due day is left to tell.
    const told = invoice({ notified: 'new' })
    expect(chosen([told, older])).toEqual([])
    expect(chosen([told, { ...older, dueAt: '2026-12-03' }])).toEqual(['older due'])
  })
})
