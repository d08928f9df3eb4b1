import type { Queries } from 'api/db/database'

export interface GivenUpLetter {
  recipient: string
  /** When it was written: since then others may have arrived. */
  createdAt: string
}

/** What a domain does about the fate of a letter, in the transaction that stores it. */
export interface LetterHooks {
  /** The mail server has taken a letter to this address. */
  letterTaken(trx: Queries, recipient: string): Promise<void>
  /** A letter was given up. */
  letterGivenUp(trx: Queries, letter: GivenUpLetter, now: Date): Promise<void>
}
