/** Around each of the four transactions of a charge (the intent, the claim, the bank's own, the outcome), and around the gateway. */
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

/** What a paying process has to do. */
export interface PayingOrder {
  dataDir: string
  databaseUrl: string | undefined
  /** A moment: the process's clock stands still. */
  now: string
  userId: string
  account: string
  methodId: string
  amount: number
  /** The runs to charge, each once. */
  runs: string[]
  atOnce: number
  dieAt: DeathPoint | null
}
