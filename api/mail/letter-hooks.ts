import type { Queries } from 'api/db/database'

/** What a domain does about the fate of a letter, in the transaction that stores it. */
export interface LetterHooks {
  /** The mail server has taken a letter to this address. */
  letterTaken(trx: Queries, recipient: string): Promise<void>
  /** A letter to this address was given up. */
  letterGivenUp(trx: Queries, recipient: string, now: Date): Promise<void>
}
