import type { Queries } from 'api/db/database'
import type { Kopecks } from 'contract/money'
import type { ChargeableShops } from '../gateways/gateway-registry'
import type { PaymentRoutesDeps, Payments } from '../processing/payments'
import {
  findSavedMethod,
  findSavedMethods,
  type SavedMethodRow,
  unlinkMethod,
} from '../store/payment-methods.repository'
import { PaymentError } from '../store/payments.errors'
import { findReceiptEmail } from '../store/payments.repository'
import { identify } from '../store/store-payment'

/** The saved cards of a customer. */
export const savedMethodsService = ({
  database,
  payments,
}: Pick<PaymentRoutesDeps, 'database' | 'payments'>) => ({
  async list(userId: string) {
    const methods = await findSavedMethods(database.db, { userId, chargeable: payments.gateways.chargeable })
    return methods.map(({ id, kind, title, expiresAt }) => ({ id, kind, title, expiresAt }))
  },

  /** Unlinks a saved method for good: it is never charged again. Throws PaymentError (`not_found`). */
  async unlink({ userId, id, now }: { userId: string; id: string; now: Date }) {
    const at = now.toISOString()
    const unlinked = await database.transaction(async (trx) => {
      if (!(await unlinkMethod(trx, { userId, id, now: at }))) return false
      await payments.hooks.methodUnlinked(trx, { userId, methodId: id, at })
      return true
    }, 'read committed')
    if (!unlinked) throw new PaymentError({ code: 'not_found' })
  },
})

/**
 * Returns the customer's saved method to charge; `null` if they pay on the bank's page. Throws PaymentError
 * (`no_saved_method`) for one that is not theirs or was unlinked.
 */
export const chooseMethod = async (
  db: Queries,
  { userId, chargeable, id }: { userId: string; chargeable: ChargeableShops; id: string | undefined },
): Promise<SavedMethodRow | null> => {
  if (id === undefined) return null
  const method = await findSavedMethod(db, { userId, chargeable, id })
  if (!method) throw new PaymentError({ code: 'no_saved_method' })
  return method
}

interface Charge {
  /** The idempotency key: 'autopayment 17' and '2026-10 1'. The same pair is always the same charge. */
  scope: string
  run: string
  userId: string
  account: string
  amount: Kopecks
  methodId: string
  now: Date
}

/**
 * Stores an autopayment's charge in the caller's transaction. After the commit call `payments.process(id)`, or the worker
 * does; the outcome comes by the hook `paymentSettled`. `null` if the method was unlinked: nothing is stored.
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
