import type { Queries } from 'api/db/database'

/**
 * Whether the customer is there and has not asked for deletion. It stays so until the transaction ends: a deletion waits
 * for it.
 */
export const lockStayingCustomer = async (trx: Queries, userId: string): Promise<boolean> => {
  const locked = await trx
    .updateTable('users')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', userId)
    .returning('erase_at')
    .executeTakeFirst()
  return locked !== undefined && locked.erase_at === null
}
