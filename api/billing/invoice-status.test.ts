import { expect, it } from 'vitest'
import { invoiceStatus } from './invoices.service'

const dueAt = '2026-11-15'

it.each([
  ['nothing was paid', { billedAmount: 1, paid: 0 }, '2026-11-15', 'unpaid'],
  ['a part was paid', { billedAmount: 100, paid: 99 }, '2026-11-15', 'partial'],
  ['all was paid', { billedAmount: 100, paid: 100 }, '2026-11-15', 'paid'],
  ['more was paid', { billedAmount: 100, paid: 101 }, '2026-11-15', 'paid'],
  ['nothing was asked for', { billedAmount: 0, paid: 0 }, '2026-12-31', 'paid'],
  ['it was paid ahead', { billedAmount: -500, paid: 0 }, '2026-12-31', 'paid'],
  ['nothing was paid in time', { billedAmount: 1, paid: 0 }, '2026-11-16', 'overdue'],
  ['only a part was paid in time', { billedAmount: 100, paid: 99 }, '2026-11-16', 'overdue'],
  ['it was paid late', { billedAmount: 100, paid: 100 }, '2026-11-16', 'paid'],
] as const)('when %s: %o on %s is %s', (_, amounts, day, status) => {
  expect(invoiceStatus({ ...amounts, dueAt }, day)).toBe(status)
})
