import { addDays } from 'format/dates'
import { inKopecks, penaltyOfDay } from './penalty'

/** A bill as it was issued, kopecks and days. */
export interface IssuedBill {
  issuedAt: string
  dueAt: string
  openingBalance: number
  charged: number
  penalty: number
}

/** What is left to pay of one bill. A penalty bears no penalty, so that it is no part of it. */
interface Debt {
  dueAt: string
  left: number
  /** What of it bears a penalty at most. */
  charged: number
}

/**
 * The penalty, in kopecks, of the days since the newest of the bills (given oldest first) until the next one is issued on
 * `day`, for what has not been paid of them. `paidByDay` is what was paid since, less what was
 * given back (then a day may be below zero), and `balance` what is owed now.
 */
export function penaltySinceLastBill(
  bills: readonly IssuedBill[],
  { day, balance, paidByDay }: { day: string; balance: number; paidByDay: ReadonlyMap<string, number> },
): number {
  const newest = bills.at(-1)
  if (!newest) return 0
  const debts = debtsOf(bills)
  // What the days don't know of was made before the bill, and the bank told of it later.
  const known = [...paidByDay.values()].reduce((sum, amount) => sum + amount, 0)
  settle(debts, askedFor(newest) - balance - known)
  let penalty = 0
  for (let at = newest.issuedAt; at < day; at = addDays(at, 1)) {
    penalty += debts.reduce((sum, { left, dueAt }) => sum + penaltyOfDay(left, dueAt, at), 0)
    settle(debts, paidByDay.get(at) ?? 0)
  }
  return inKopecks(penalty)
}

const askedFor = ({ openingBalance, charged, penalty }: IssuedBill) => openingBalance + charged + penalty

/** What was left of each bill when the newest one had just been issued. */
function debtsOf(bills: readonly IssuedBill[]): Debt[] {
  const debts: Debt[] = []
  bills.forEach((bill, index) => {
    const before = bills[index - 1]
    if (before) settle(debts, askedFor(before) - bill.openingBalance)
    // What was paid ahead is taken off the bill at once.
    const left = Math.min(bill.charged, bill.openingBalance + bill.charged)
    debts.push({ dueAt: bill.dueAt, left: Math.max(0, left), charged: Math.max(0, bill.charged) })
  })
  return debts
}

/** Takes a payment off the oldest debts first; what was given back (below zero) is owed on the newest of them first. */
function settle(debts: Debt[], amount: number): void {
  if (amount < 0) {
    restore(debts, -amount)
    return
  }
  let rest = amount
  for (const debt of debts) {
    const part = Math.min(debt.left, rest)
    debt.left -= part
    rest -= part
  }
}

function restore(debts: Debt[], amount: number): void {
  let rest = amount
  for (const debt of debts.toReversed()) {
    const part = Math.min(debt.charged - debt.left, rest)
    debt.left += part
    rest -= part
  }
}
