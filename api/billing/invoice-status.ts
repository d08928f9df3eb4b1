import type { InvoiceStatus } from 'contract/invoices'

/** What a bill's state is on a day (`2026-10-05`). Amounts in kopecks: what it asked for when it came, what was paid since. */
export function invoiceStatus(
  { asked, paid, dueAt }: { asked: number; paid: number; dueAt: string },
  day: string,
): InvoiceStatus {
  if (asked - paid <= 0) return 'paid'
  if (day > dueAt) return 'overdue'
  return paid > 0 ? 'partial' : 'unpaid'
}
