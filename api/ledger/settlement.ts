/** An invoice, in kopecks. */
export interface PaidInvoice {
  period: string
  /** Opening balance, charges and penalty. */
  billedAmount: number
  /** Charges and penalty. Negative where a recalculation is larger than the charges. */
  added: number
  paid: number
}

/**
 * What counts as paid for each invoice (given oldest first) after a refund of `amount`: only the changed ones, by
 * period. The newest invoice includes the whole debt, so the refund reduces its paid amount, possibly below zero.
 * Payments settle the oldest debts first, so the restored debt is first for the later invoices' own charges, and only the
 * rest for older invoices. A credit by a later recalculation stays.
 */
export const paidAfterRefund = (
  invoices: readonly PaidInvoice[],
  amount: number,
): ReadonlyMap<string, number> => {
  const changed = new Map<string, number>()
  const newest = invoices.at(-1)
  if (!newest) return changed
  changed.set(newest.period, newest.paid - amount)
  let debt = newest.billedAmount - newest.paid + amount - Math.max(0, newest.added)
  for (const { period, billedAmount, added, paid } of invoices.slice(0, -1).reverse()) {
    if (debt > 0 && billedAmount - debt < paid) changed.set(period, billedAmount - debt)
    debt -= Math.max(0, added)
  }
  return changed
}

/**
 * What counts as paid for each invoice (given oldest first) when the account owes `balance`: only the changed ones, by
 * period. The newest invoice includes the whole debt. Payments settle the oldest debts first, so the debt is first for
 * the later invoices' own charges, and only the rest for older ones. A later invoice whose recalculation is larger than its
 * charges adds no debt: it settles older debts as a payment does.
 */
export const paidByBalance = (
  invoices: readonly PaidInvoice[],
  balance: number,
): ReadonlyMap<string, number> => {
  const changed = new Map<string, number>()
  let debt = balance
  invoices.toReversed().forEach(({ period, billedAmount, added, paid }, age) => {
    const newPaid = age === 0 ? billedAmount - debt : billedAmount - Math.max(0, debt)
    if (newPaid !== paid) changed.set(period, newPaid)
    debt -= Math.max(0, added)
  })
  return changed
}
