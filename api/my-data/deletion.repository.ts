import type { Queries } from 'api/db/database'
import { lockedUser } from 'api/db/locked-user.repository'

interface DeletingCustomer {
  id: string
  email: string
  /** Null, like the moments: no deletion was asked for. */
  deletionId: string | null
  askedAt: string | null
  eraseAt: string | null
}

const columns = [
  'id',
  'email',
  'deletion_id as deletionId',
  'deletion_asked_at as askedAt',
  'erase_at as eraseAt',
] as const

/** Reads the customer and locks them until the transaction ends: other writers wait. */
export const lockCustomer = (trx: Queries, id: string): Promise<DeletingCustomer | undefined> =>
  lockedUser(trx, id).returning(columns).executeTakeFirst()

/** The same as `lockCustomer`; undefined also while somebody else has them. */
export const lockFreeCustomer = (trx: Queries, id: string): Promise<DeletingCustomer | undefined> =>
  trx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

export const storeDeletion = async (
  trx: Queries,
  { userId, ...deletion }: { userId: string; deletionId: string; askedAt: string; eraseAt: string },
) => {
  await trx
    .updateTable('users')
    .set({
      deletion_id: deletion.deletionId,
      deletion_asked_at: deletion.askedAt,
      erase_at: deletion.eraseAt,
    })
    .where('id', '=', userId)
    .execute()
}

export const clearDeletion = async (trx: Queries, userId: string) => {
  await trx
    .updateTable('users')
    .set({ deletion_id: null, deletion_asked_at: null, erase_at: null })
    .where('id', '=', userId)
    .execute()
}
