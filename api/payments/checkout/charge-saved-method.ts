import type { Queries } from 'api/db/database'
import type { Kopecks } from 'contract/money'
import type { Payments } from '../processing/payments'
import { findSavedMethod } from '../store/payment-methods.repository'
import { findReceiptEmail } from '../store/payments.repository'
import { identify } from '../store/request-identity'

export interface Charge {
  /** Whose run it is, and which: 'autopayment 17' and '2026-10 1'. The same pair is the same charge for good. */
  scope: string
  run: string
  userId: string
  account: string
  amount: Kopecks
  methodId: string
  now: Date
}

/**
 * Stores the charge of a saved method without its owner, in the caller's transaction. `payments.process(id)` after the
 * commit makes it, or the jobs do; its end comes by the hook `paymentSettled`. Null when the method was withdrawn:
 * nothing is stored.
 */
export const chargeSavedMethod = async (
  trx: Queries,
  payments: Pick<Payments, 'store' | 'gateways'>,
  { scope, run, userId, account, amount, methodId, now }: Charge,
): Promise<{ id: string; isNew: boolean } | null> => {
  const method = await findSavedMethod(trx, {
    userId,
    chargeable: payments.gateways.chargeable,
    id: methodId,
  })
  const email = await findReceiptEmail(trx, userId)
  if (!method || email === undefined) return null
  return payments.store(trx, {
    identity: identify({ scope, key: run, data: [account, amount, methodId] }),
    source: 'autopayment',
    account,
    userId,
    amount,
    email,
    returnTo: null,
    saveMethod: false,
    method,
    now,
  })
}
