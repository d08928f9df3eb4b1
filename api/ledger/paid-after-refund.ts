/** An invoice, kopecks. */
export interface PaidInvoice {
  period: string
  /** What it asked for: opening balance, charges and penalty. */
  asked: number
  /** Of `asked` what it added to the debt itself: charges and penalty. */
  added: number
  paid: number
}

/**
 * What counts as paid against each invoice (given oldest first) once `amount` was given back: only those that change, by
 * period. The newest carries the whole debt, so it loses all of it, and may come to be below zero. Of the debt that then
 * stands the later invoices' own charges come first, as payments settle the oldest first; what is left of it is owed
 * on the older invoice again.
 */
export const paidAfterRefund = (
  invoices: readonly PaidInvoice[],
  amount: number,
): ReadonlyMap<string, number> => {
  const changed = new Map<string, number>()
  const newest = invoices.at(-1)
  if (!newest) return changed
  changed.set(newest.period, newest.paid - amount)
  let debt = newest.asked - newest.paid + amount - newest.added
  for (const { period, asked, added, paid } of invoices.slice(0, -1).reverse()) {
    if (debt > 0 && asked - debt < paid) changed.set(period, asked - debt)
    // Below zero for a credit: then an older invoice may be owed again although this one is not.
    debt -= added
  }
  return changed
}
