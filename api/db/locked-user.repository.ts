import type { Queries } from './database'

/**
 * An update that changes nothing but locks a customer's row until the transaction ends, on both databases; its caller
 * adds what to return.
 */
export const lockedUser = (trx: Queries, id: string) =>
  trx
    .updateTable('users')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)
