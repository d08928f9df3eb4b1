import { notFound } from 'api/http/refusal'
import { findSavedMethods, unlinkMethod } from './payment-methods.repository'
import type { PaymentRoutesDeps } from './payment-routes.deps'

/** The saved cards of a customer. */
export const savedMethodsService = ({
  database,
  payments,
}: Pick<PaymentRoutesDeps, 'database' | 'payments'>) => ({
  async list(userId: string) {
    const methods = await findSavedMethods(database.db, { userId, gateway: payments.gateway.name })
    return methods.map(({ id, kind, title, expiresAt }) => ({ id, kind, title, expiresAt }))
  },

  /** Withdraws one for ever and at once, with all that would be charged to it. Another's is 404. */
  async unlink({ userId, id, now }: { userId: string; id: string; now: Date }) {
    const at = now.toISOString()
    const unlinked = await database.transaction(async (trx) => {
      if (!(await unlinkMethod(trx, { userId, id, now: at }))) return false
      await payments.hooks.methodUnlinked(trx, { userId, methodId: id, at })
      return true
    }, 'read committed')
    if (!unlinked) throw notFound()
  },
})
