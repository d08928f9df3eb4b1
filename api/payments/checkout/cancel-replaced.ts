import type { Queries } from 'api/db/database'
import type { Payments } from '../processing/payments'
import { findPayment, type StoredPayment } from '../store/payments.repository'

/**
 * Cancels payments that their customer replaces by another one, where the gateway can, and returns their states after that.
 * Not to be called inside a transaction.
 */
export const cancelReplaced = async (
  db: Queries,
  { cancel }: Pick<Payments, 'cancel'>,
  ids: readonly string[],
): Promise<StoredPayment[]> => {
  await Promise.all(ids.map((id) => cancel(id, 'replaced')))
  const payments = await Promise.all(ids.map((id) => findPayment(db, id)))
  return payments.filter((payment) => payment !== undefined)
}
