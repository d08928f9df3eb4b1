import type { PaymentRoutesDeps } from '../processing/payments'
import { findSavedMethods, unlinkMethod } from '../store/payment-methods.repository'
import { PaymentError } from '../store/payments.errors'

/** The saved cards of a customer. */
export const savedMethodsService = ({
  database,
  payments,
}: Pick<PaymentRoutesDeps, 'database' | 'payments'>) => ({
  async list(userId: string) {
    const methods = await findSavedMethods(database.db, { userId, chargeable: payments.gateways.chargeable })
    return methods.map(({ id, kind, title, expiresAt }) => ({ id, kind, title, expiresAt }))
  },

  /** Unlinks one at once and for good; nothing is charged to it any more. Throws PaymentError (`not_found`). */
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
