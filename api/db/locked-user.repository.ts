import type { Queries } from 'api/db/database'

/**
 * An update that changes nothing but locks a customer's row until the transaction ends, on both databases; its caller
 * adds what to return.
 */
export const lockedUser = (trx: Queries, id: string) =>
  trx
    .updateTable('users')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)

/**
 * Whether the customer is there and has not asked for deletion. It stays so until the transaction ends: a deletion waits
 * for it.
 */
export const lockActiveCustomer = async (trx: Queries, userId: string): Promise<boolean> => {
  const locked = await lockedUser(trx, userId).returning('erase_at').executeTakeFirst()
  return locked !== undefined && locked.erase_at === null
}
