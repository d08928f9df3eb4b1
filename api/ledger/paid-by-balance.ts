import type { PaidInvoice } from './paid-after-refund'

/**
 * What counts as paid for each invoice (given oldest first) when the account owes `balance`: only the changed ones, by
 * period. The newest invoice carries the whole debt. Payments settle the oldest debts first, so the debt is first that
 * of the later invoices' own charges, and only the rest is owed for an older one. A later invoice whose recalculation is
 * larger than its charges has none: it settles older debts as a payment does.
 */
export const paidByBalance = (
  invoices: readonly PaidInvoice[],
  balance: number,
): ReadonlyMap<string, number> => {
  const changed = new Map<string, number>()
  let debt = balance
  invoices.toReversed().forEach(({ period, asked, added, paid }, age) => {
    const wanted = age === 0 ? asked - debt : asked - Math.max(0, debt)
    if (wanted !== paid) changed.set(period, wanted)
    debt -= Math.max(0, added)
  })
  return changed
}
