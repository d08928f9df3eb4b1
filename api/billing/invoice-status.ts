import type { InvoiceStatus } from 'contract/invoices'

/**
 * The status of an invoice on a day (`2026-10-05`). In kopecks: `billedAmount` is what it asked for when issued, `paid` what
 * was paid since.
 */
export function invoiceStatus(
  { billedAmount, paid, dueAt }: { billedAmount: number; paid: number; dueAt: string },
  day: string,
): InvoiceStatus {
  if (billedAmount - paid <= 0) return 'paid'
  if (day > dueAt) return 'overdue'
  return paid > 0 ? 'partial' : 'unpaid'
}
