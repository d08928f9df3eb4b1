/**
 * Points around each of the four transactions of a charge (intent, claim, the bank's own, outcome), and around the
 * gateway call.
 */
export const deathPoints = [
  'before commit 1',
  'after commit 1',
  'before commit 2',
  'after commit 2',
  'before the gateway is told',
  'before commit 3',
  'after commit 3',
  'after the gateway has answered',
  'before commit 4',
  'after commit 4',
] as const
export type DeathPoint = (typeof deathPoints)[number]

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
  /** Further accounts of the same charge; none for a payment alone. */
  others?: readonly { account: string; amount: number }[]
  /** The runs to charge, once each. */
  runs: string[]
  atOnce: number
  dieAt: DeathPoint | null
}
