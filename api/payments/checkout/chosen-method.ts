import type { Queries } from 'api/db/database'
import type { ChargeableShops } from '../gateways/gateway-registry'
import { findSavedMethod, type SavedMethodRow } from '../store/payment-methods.repository'
import { PaymentError } from '../store/payments.errors'

/**
 * The customer's saved method to charge; null where they pay on the bank's page. Throws PaymentError (`no_saved_method`) for
 * one that is not theirs or was withdrawn.
 */
export const chosenMethod = async (
  db: Queries,
  { userId, chargeable, id }: { userId: string; chargeable: ChargeableShops; id: string | undefined },
): Promise<SavedMethodRow | null> => {
  if (id === undefined) return null
  const method = await findSavedMethod(db, { userId, chargeable, id })
  if (!method) throw new PaymentError({ code: 'no_saved_method' })
  return method
}
