import { type Kopecks, toKopecks, totalOf } from './money'

/** The debts of an account. `period` is the invoice's; null: no invoice has the debt. */
export interface OwingAccount {
  account: string
  debts: readonly Debt[]
}

interface Debt {
  period: string | null
  /** Above zero. */
  amount: Kopecks
}

/** The part of the sum for one account. */
interface Share {
  account: string
  amount: Kopecks
  /** The debts that it pays, the oldest first. */
  debts: Debt[]
}

/** The debt of all accounts together. */
export const totalOwed = (accounts: readonly OwingAccount[]): Kopecks =>
  totalOf(accounts.flatMap(({ debts }) => debts.map(({ amount }) => amount)))

/**
 * Divides a sum among the debts of all accounts, the oldest first; within a period in the order of the accounts. No
 * account gets more than its debt, and accounts that get nothing are left out. The rest of a larger sum is not used.
 */
export const divideAmount = (accounts: readonly OwingAccount[], amount: Kopecks): Share[] => {
  const shares = new Map<string, Share>()
  let left: number = amount
  for (const { account, period, owed } of oldestFirst(accounts)) {
    const paid = toKopecks(Math.min(owed, left))
    if (paid <= 0) continue
    left -= paid
    const share = shares.get(account) ?? { account, amount: toKopecks(0), debts: [] }
    share.amount = totalOf([share.amount, paid])
    share.debts.push({ period, amount: paid })
    shares.set(account, share)
  }
  return accounts.flatMap(({ account }) => shares.get(account) ?? [])
}

const oldestFirst = (accounts: readonly OwingAccount[]) =>
  accounts
    .flatMap(({ account, debts }) => debts.map(({ period, amount }) => ({ account, period, owed: amount })))
    // The sort is stable. A debt without a period is older than any invoice.
    .toSorted((a, b) => (a.period ?? '').localeCompare(b.period ?? ''))

/**
 * Splits a balance into debts by period. Payments settle the oldest debts first, so the balance belongs to the newest
 * invoices, and a rest is older than all of them. `billed`: what each invoice has added, the oldest first.
 */
export const debtsOf = (balance: Kopecks, billed: readonly { period: string; added: Kopecks }[]): Debt[] => {
  let left = balance
  const debts: Debt[] = []
  for (const [index, { period, added }] of [...billed.entries()].reverse()) {
    const amount = index === 0 ? left : toKopecks(Math.min(left, Math.max(0, added)))
    if (amount <= 0) continue
    debts.unshift({ period, amount })
    left = toKopecks(left - amount)
  }
  return left > 0 ? [{ period: null, amount: left }, ...debts] : debts
}
