import type { Account } from 'contract/accounts'
import { formatRubles } from 'format/money'

/** What is owed over all accounts, ready to be drawn. */
export interface TotalDueView {
  /** Null when nothing is owed. */
  owed: {
    amount: string
    /** The first of the list that owes: one payment is for one account. */
    payFirst: string
    /** How many accounts owe. */
    accounts: number
  } | null
}

/**
 * The sum of all debts. An overpaid account lessens nobody else's debt: its money is not theirs. Null with fewer than
 * two accounts, where the one card says it all.
 */
export const totalDueOf = (accounts: readonly Account[]): TotalDueView | null => {
  if (accounts.length < 2) return null
  const owing = accounts.filter(({ balance }) => balance > 0)
  const [first] = owing
  if (!first) return { owed: null }
  const kopecks = owing.reduce((sum, { balance }) => sum + balance, 0)
  return { owed: { amount: formatRubles(kopecks), payFirst: first.account, accounts: owing.length } }
}
