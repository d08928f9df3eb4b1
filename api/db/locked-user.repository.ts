import type { Queries } from 'api/db/database'

/**
 * An update that changes nothing but locks a customer's row until the transaction ends, on both databases. The caller
 * adds the columns to return.
 */
export const lockedUser = (trx: Queries, id: string) =>
  trx
    .updateTable('users')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)

/**
 * Locks the customer and returns whether they exist and have not asked for deletion. A deletion waits until the
 * transaction ends.
 */
export const lockActiveCustomer = async (trx: Queries, userId: string): Promise<boolean> => {
  const row = await lockedUser(trx, userId).returning('erase_at').executeTakeFirst()
  return row !== undefined && row.erase_at === null
}
