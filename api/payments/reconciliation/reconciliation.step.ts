import { runNameOf } from 'api/payments/gateways/gateway-registry'
import type { PaymentGateway } from 'api/payments/gateways/payment-gateway'
import type { Step } from 'api/worker/worker'
import { today } from 'format/dates'
import { HOUR } from 'format/durations'
import type { ReconciliationDeps } from './compare'
import { leaseMs, reconcile, uncomparedSince } from './reconcile'

/** The step that compares the list of each shop with ours once a day. Several processes may run it over one database. */
export const reconciliationStep = (deps: ReconciliationDeps, timeZone: string): Step => {
  const nextAt = new Map<PaymentGateway, number>()
  return {
    name: 'reconciliation',
    // A large company has any number of payments, and the gateway gives a hundred at a time.
    mayTakeMs: 4 * HOUR,
    async run() {
      const now = deps.clock()
      const day = today(timeZone, now)
      for (const gateway of deps.gateways.all) {
        if (now.getTime() < (nextAt.get(gateway) ?? 0)) continue
        nextAt.set(gateway, now.getTime() + leaseMs)
        const from = await uncomparedSince(deps.database.db, runNameOf(deps.gateways, gateway), now)
        await reconcile(deps, gateway, { from, day })
      }
    },
  }
}
