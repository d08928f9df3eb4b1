import type { Queries } from 'api/db/database'
import type { Press } from './idempotent-request'

export interface StoredPress {
  bodyHash: string
  /** JSON; null for an answer without data. */
  answer: string | null
}

export const findPress = (db: Queries, { id }: Press): Promise<StoredPress | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Whether this press is the first of its key. Waits for a transaction that is about to store the same. */
export const insertPress = async (trx: Queries, { id, bodyHash, at }: Press): Promise<boolean> => {
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({ id, body_hash: bodyHash, answer: null, created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const storeAnswer = async (trx: Queries, { id }: Press, answer: unknown) => {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute()
}

export const deletePressesBefore = async (db: Queries, before: string) => {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
