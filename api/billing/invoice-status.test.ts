import { expect, it } from 'vitest'
import { invoiceStatus } from './invoice-status'

const dueAt = '2026-11-15'

it.each([
  ['nothing was paid', { asked: 1, paid: 0 }, '2026-11-15', 'unpaid'],
  ['a part was paid', { asked: 100, paid: 99 }, '2026-11-15', 'partial'],
  ['all was paid', { asked: 100, paid: 100 }, '2026-11-15', 'paid'],
  ['more was paid', { asked: 100, paid: 101 }, '2026-11-15', 'paid'],
  ['nothing was asked for', { asked: 0, paid: 0 }, '2026-12-31', 'paid'],
  ['it was paid ahead', { asked: -500, paid: 0 }, '2026-12-31', 'paid'],
  ['nothing was paid in time', { asked: 1, paid: 0 }, '2026-11-16', 'overdue'],
  ['only a part was paid in time', { asked: 100, paid: 99 }, '2026-11-16', 'overdue'],
  ['it was paid late', { asked: 100, paid: 100 }, '2026-11-16', 'paid'],
] as const)('when %s: %o on %s is %s', (_, amounts, day, status) => {
  expect(invoiceStatus({ ...amounts, dueAt }, day)).toBe(status)
})
