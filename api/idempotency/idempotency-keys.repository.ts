import type { Queries } from 'api/db/database'
import type { KeyClaim } from './idempotent-request'

export interface StoredKey {
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
