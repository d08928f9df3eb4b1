import type { DeathPoint } from './death-points'

/** The order for a paying process. */
export interface PayingOrder {
  dataDir: string
  databaseUrl: string | undefined
  /** ISO 8601: the process's clock stands still. */
  now: string
  userId: string
  account: string
  methodId: string
  amount: number
  /** Further accounts of the same charge; undefined for a payment of one account. */
  others?: readonly { account: string; amount: number }[]
  /** The runs to charge, once each. */
  runs: string[]
  atOnce: number
  dieAt: DeathPoint | null
}
