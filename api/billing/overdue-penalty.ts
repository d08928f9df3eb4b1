import { type Kopecks, toKopecks } from 'contract/money'
import { addDays } from 'format/dates'
import { countPenalty, type PenaltyDays } from './penalty-days'

/** An issued invoice, in kopecks and days. */
export interface IssuedBill {
  issuedAt: string
  dueAt: string
  openingBalance: number
  charged: number
  penalty: number
}

/** The unpaid part of one invoice, without its penalty: a penalty bears no penalty. */
interface Debt {
  dueAt: string
  left: number
  /** The most that can be unpaid, also after refunds. */
  charged: number
}

/** The total, and the days that it is counted for. */
interface Penalty {
  total: Kopecks
  days: PenaltyDays[]
}

/**
 * Counts the penalty for the days from the newest bill to `day`, when the next one is issued. `bills`: oldest first.
 * `paidByDay`: payments less refunds since the newest bill, can be negative. `balance`: the current debt.
 */
export function penaltySinceLastBill(
  bills: readonly IssuedBill[],
  { day, balance, paidByDay }: { day: string; balance: number; paidByDay: ReadonlyMap<string, number> },
): Penalty {
  const newest = bills.at(-1)
  if (!newest) return { total: toKopecks(0), days: [] }
  const debts = debtsOf(bills)
  // The part of the balance that `paidByDay` does not explain was paid before the bill and reported after it.
  const paidSum = [...paidByDay.values()].reduce((sum, amount) => sum + amount, 0)
  settle(debts, billedAmountOf(newest) - balance - paidSum)
  const penalty = countPenalty()
  for (let at = newest.issuedAt; at < day; at = addDays(at, 1)) {
    debts.forEach(({ left, dueAt }, debt) => {
      penalty.add({ debt, base: left, dueAt, day: at })
    })
    settle(debts, paidByDay.get(at) ?? 0)
  }
  return { total: penalty.total(), days: penalty.days() }
}

const billedAmountOf = ({ openingBalance, charged, penalty }: IssuedBill) =>
  openingBalance + charged + penalty

/** The unpaid parts of all bills when the newest one had just been issued. */
function debtsOf(bills: readonly IssuedBill[]): Debt[] {
  const debts: Debt[] = []
  bills.forEach((bill, index) => {
    const before = bills[index - 1]
    if (before) settle(debts, billedAmountOf(before) - bill.openingBalance)
    // A bill with a negative charge, as after a recalculation, pays earlier debts.
    settle(debts, Math.max(0, -bill.charged))
    // An overpayment pays the new bill at once.
    const left = Math.min(bill.charged, bill.openingBalance + bill.charged)
    debts.push({ dueAt: bill.dueAt, left: Math.max(0, left), charged: Math.max(0, bill.charged) })
  })
  return debts
}

/** Subtracts a payment from the oldest debts first. Adds a refund (a negative amount) to the newest ones first. */
function settle(debts: Debt[], amount: number): void {
  let payment = Math.max(0, amount)
  for (const debt of debts) {
    const part = Math.min(debt.left, payment)
    debt.left -= part
    payment -= part
  }
  let refund = Math.max(0, -amount)
  for (const debt of debts.toReversed()) {
    const part = Math.min(debt.charged - debt.left, refund)
    debt.left += part
    refund -= part
  }
}
