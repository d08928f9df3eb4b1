import type { Queries } from 'api/db/database'
import { hashOfSecret, newSecret } from 'api/hashed-secret'
import { MINUTE } from 'format/durations'
import { countTry, customerOfLogin, insertLogin, takeLogin } from './second-step.repository'

const validForMs = 10 * MINUTE
/** The fifth wrong code ends the login. */
export const mostTries = 5

/** Begins to wait for the code of a login whose password was right; returns what finishes it. */
export const awaitCode = async (trx: Queries, userId: string, now: Date): Promise<string> => {
  const token = newSecret()
  await insertLogin(trx, {
    tokenHash: hashOfSecret(token),
    userId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + validForMs).toISOString(),
  })
  return token
}

const waiting = (token: string, now: Date) => ({
  tokenHash: hashOfSecret(token),
  mostTries,
  now: now.toISOString(),
})

/** The customer whose code is awaited; undefined when the login is over. */
export const awaitedCustomer = (db: Queries, token: string, now: Date) =>
  customerOfLogin(db, waiting(token, now))

/** Counts a code before it is checked; returns how many there were, undefined when no more is allowed. */
export const countCode = (db: Queries, token: string, now: Date) => countTry(db, waiting(token, now))

/** Ends the wait; false when it was over already. */
export const endWait = (trx: Queries, token: string) => takeLogin(trx, hashOfSecret(token))
