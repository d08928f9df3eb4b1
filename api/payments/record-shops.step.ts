import type { Queries } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import type { GatewayRegistry } from './gateways/gateway-registry'
import { recordShop } from './shops.repository'

/**
 * The step that records the gateway's main shop where none is recorded: in payments and saved methods of before shops were
 * recorded, and in those that the former version stores beside this one during an update. It does so once in each process.
 */
export const recordShopsStep = (db: Queries, { main }: Pick<GatewayRegistry, 'main'>): Step => {
  let isDone = false
  return {
    name: 'shops',
    async run() {
      if (isDone) return
      for (const gateway of main) {
        await recordShop(db, gateway, 'payment_intents', 'payment_id')
        await recordShop(db, gateway, 'payment_methods', 'id')
      }
      isDone = true
    },
  }
}
