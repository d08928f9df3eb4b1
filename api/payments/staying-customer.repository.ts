import type { Queries } from 'api/db/database'
import { lockedUser } from 'api/db/locked-user.repository'

/**
 * Whether the customer is there and has not asked for deletion. It stays so until the transaction ends: a deletion waits
 * for it.
 */
export const lockStayingCustomer = async (trx: Queries, userId: string): Promise<boolean> => {
  const locked = await lockedUser(trx, userId).returning('erase_at').executeTakeFirst()
  return locked !== undefined && locked.erase_at === null
}
