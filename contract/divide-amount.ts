import { type Kopecks, toKopecks, totalOf } from './money'

/** What an account owes, each debt with the period that it was billed for; null: no invoice tells. */
export interface OwingAccount {
  account: string
  debts: readonly Debt[]
}

export interface Debt {
  period: string | null
  /** Above zero. */
  amount: Kopecks
}

/** What of the sum goes to one account. */
export interface Share {
  account: string
  amount: Kopecks
  /** The debts that it pays, the oldest first. */
  debts: Debt[]
}

/** What the accounts owe together. */
export const owedInAll = (accounts: readonly OwingAccount[]): Kopecks =>
  totalOf(accounts.flatMap(({ debts }) => debts.map(({ amount }) => amount)))

/**
 * Divides a sum among the debts of all accounts, the oldest first; of one period the account that is named first is
 * first. No account gets more than it owes, and accounts that get nothing are left out. A sum above what is owed is not
 * used up.
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
    // Sorting keeps the order of equals; a debt without a period is the oldest: it is older than any invoice.
    .toSorted((a, b) => (a.period ?? '').localeCompare(b.period ?? ''))

/**
 * A balance by the periods that it is left of. Payments settle the oldest debts first, so that what is owed is of the newest
 * invoices; what they do not come to is older. `billed`: what each invoice has added, the oldest first.
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
