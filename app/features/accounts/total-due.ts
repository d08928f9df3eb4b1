import type { Account } from 'contract/accounts'
import { mostAccountsAtOnce } from 'contract/limits'
import { formatRubles, sumOf } from 'format/money'

/** `choose`: they are more than one payment may have. `oneByOne`: the API has no payment for several accounts. */
export type WayToPay = 'atOnce' | 'choose' | 'oneByOne'

/** The total debt of all accounts, formatted. */
export interface TotalDueView {
  /** Null when nothing is owed. */
  owed: {
    amount: string
    /** The first account with a debt: a payment is for one account. */
    payFirst: string
    /** The number of accounts with a debt. */
    accounts: number
    way: WayToPay
  } | null
}

/**
 * The sum of all debts. An overpayment does not reduce another account's debt. Null for fewer than two accounts, where
 * the card shows the same, and for a sum too large for a number.
 */
export const totalDueOf = (
  accounts: readonly Account[],
  { hasBasket }: { hasBasket: boolean },
): TotalDueView | null => {
  if (accounts.length < 2) return null
  const owing = accounts.filter(({ balance }) => balance > 0)
  const [first] = owing
  if (!first) return { owed: null }
  const kopecks = sumOf(owing.map(({ balance }) => balance))
  if (kopecks === null) return null
  const amount = formatRubles(kopecks)
  return {
    owed: { amount, payFirst: first.account, accounts: owing.length, way: wayToPay(owing.length, hasBasket) },
  }
}

const wayToPay = (accounts: number, hasBasket: boolean): WayToPay => {
  if (!hasBasket || accounts < 2) return 'oneByOne'
  return accounts > mostAccountsAtOnce ? 'choose' : 'atOnce'
}
