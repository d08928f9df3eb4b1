import type { Queries } from 'api/db/database'
import { lockedUser } from 'api/db/locked-user.repository'
import { z } from 'zod'
import type { ErasedCounts } from './erasure.repository'

interface DeletingCustomer {
  id: string
  email: string
  /** Null, like the moments, if the customer has not asked for deletion. */
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

/** The same as `lockCustomer`; undefined also while another transaction has the lock. */
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

/**
 * The customer's e-mail addresses, the present and the former ones, in lower case. Leaves out an address that
 * another customer has verified since.
 */
export const findAddressesOf = async (
  db: Queries,
  { id, email }: { id: string; email: string },
): Promise<string[]> => {
  const changes = await db
    .selectFrom('customer_changes')
    .select(['before', 'after'])
    .where('user_id', '=', id)
    .where('kind', '=', 'email')
    .execute()
  const all = [email, ...changes.flatMap(({ before, after }) => [before, after])]
  const ownAddresses = new Set(all.flatMap((address) => (address ? [address.toLowerCase()] : [])))
  const othersAddresses = await db
    .selectFrom('users')
    .select('email_normalized as address')
    .where('email_normalized', 'in', [...ownAddresses])
    .where('id', '!=', id)
    .where('email_verified_at', 'is not', null)
    .execute()
  for (const { address } of othersAddresses) ownAddresses.delete(address)
  return [...ownAddresses]
}

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
