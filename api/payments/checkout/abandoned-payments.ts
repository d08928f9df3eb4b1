import type { Queries } from 'api/db/database'
import type { Payments } from '../processing/payments'
import { findWaitingForPayer, type PendingFilter } from '../store/pending-payments.repository'
import { cancelReplaced } from './cancel-replaced'

/**
 * The ids of the payments that the customer has begun for the account and left: they wait on the bank's page, or the bank
 * never answered with one. Payments that are being sent now are not among them.
 */
export const findAbandonedPayments = async (db: Queries, pendingFilter: PendingFilter): Promise<string[]> =>
  (await findWaitingForPayer(db, pendingFilter))
    .filter(({ state }) => state === 'pending' || state === 'unknown')
    .map(({ id }) => id)

/**
 * Cancels abandoned payments before another one replaces them, where the gateway can. Returns the ids of the payments that
 * can't be canceled. A payment that the gateway did not cancel when asked is not among them: it may be paid at this
 * moment. Not to be called inside a transaction.
 */
export const cancelAbandonedPayments = async (
  db: Queries,
  { cancel, gateways }: Pick<Payments, 'cancel' | 'gateways'>,
  ids: readonly string[],
): Promise<string[]> =>
  (await cancelReplaced(db, { cancel }, ids))
    .filter(
      ({ state, gateway, shop }) =>
        state === 'unknown' || (state === 'pending' && !gateways.of({ gateway, shop })?.cancel),
    )
    .map(({ id }) => id)
