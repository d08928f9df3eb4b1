import { createHash, createHmac } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { EndpointName } from 'contract/endpoints'

/** An idempotency key as it is stored: hashed, like the body. */
export interface KeyClaim {
  /** A hash of the call, its owner and the key. */
  id: string
  bodyHash: string
  /** ISO 8601, UTC. */
  at: string
}

export interface IdempotentRequest {
  call: EndpointName
  /** The customer's id; empty for guests, whose keys are secret. */
  owner: string
  key: string
  body: unknown
  now: Date
}

export const claimOf = ({ call, owner, key, body, now }: IdempotentRequest): KeyClaim => ({
  id: createHash('sha256')
    .update(JSON.stringify([call, owner, key]))
    .digest('hex'),
  // An HMAC with the key, because a body may hold a password that could be guessed from a plain hash.
  bodyHash: createHmac('sha256', key).update(JSON.stringify(body)).digest('hex'),
  at: now.toISOString(),
})

interface StoredKey {
  bodyHash: string
  /** JSON; null for an answer without data. */
  answer: string | null
}

export const findKey = (db: Queries, { id }: KeyClaim): Promise<StoredKey | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Whether this request is the first with its key. Waits for a concurrent transaction that inserts the same key. */
export const insertKey = async (trx: Queries, { id, bodyHash, at }: KeyClaim): Promise<boolean> => {
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({ id, body_hash: bodyHash, answer: null, created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const storeAnswer = async (trx: Queries, { id }: KeyClaim, answer: unknown) => {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute()
}
