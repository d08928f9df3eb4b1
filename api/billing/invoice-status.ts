import type { InvoiceStatus } from 'contract/invoices'

/**
 * The status of an invoice on a day (`2026-10-05`). In kopecks: `asked` is what it asked for when issued, `paid` what
 * was paid since.
 */
export function invoiceStatus(
  { asked, paid, dueAt }: { asked: number; paid: number; dueAt: string },
  day: string,
): InvoiceStatus {
  if (asked - paid <= 0) return 'paid'
  if (day > dueAt) return 'overdue'
  return paid > 0 ? 'partial' : 'unpaid'
}
