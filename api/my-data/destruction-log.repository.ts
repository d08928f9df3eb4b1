import type { Queries } from 'api/db/database'
import { z } from 'zod'
import type { ErasedCounts } from './erasure.repository'

const erasedCounts = z.record(z.string(), z.int())

interface Destruction {
  /** The number of the deletion. */
  id: string
  askedAt: string
  destroyedAt: string
  reason: 'asked_by_customer'
  counts: ErasedCounts
}

export const appendToDestructionLog = async (
  trx: Queries,
  { id, askedAt, destroyedAt, reason, counts }: Destruction,
) => {
  await trx
    .insertInto('destruction_log')
    .values({
      id,
      asked_at: askedAt,
      destroyed_at: destroyedAt,
      reason,
      counts: JSON.stringify(counts),
    })
    .execute()
}

export const isInDestructionLog = async (db: Queries, id: string): Promise<boolean> =>
  (await db.selectFrom('destruction_log').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The erasures from a moment on, the oldest first. */
export const findDestructions = async (db: Queries, since: string): Promise<Destruction[]> => {
  const rows = await db
    .selectFrom('destruction_log')
    .select(['id', 'asked_at as askedAt', 'destroyed_at as destroyedAt', 'reason', 'counts'])
    .where('destroyed_at', '>=', since)
    .orderBy('destroyed_at')
    .orderBy('id')
    .execute()
  return rows.map(({ counts, ...row }) => ({ ...row, counts: erasedCounts.parse(JSON.parse(counts)) }))
}
