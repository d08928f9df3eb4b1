import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import { type Check, failed, notChecked, ok, warning } from '../check'
import { openForCheck } from './open-for-check'

const lookBackMs = 60_000

export interface GatewayOptions {
  config: ApiConfig
  database: Database
  isProduction: boolean
}

/** Whether the gateway of new payments knows the shops, by reading the lists of the last minute. */
export const gatewayCheck = ({ config, database, isProduction }: GatewayOptions): Check => ({
  name: 'gateway',
  async run() {
    const configured = config.gateways.find(({ name }) => name === config.paymentGateway)
    if (!configured) return notChecked('there is none')
    if (configured.takesTestMoney) {
      const found = `payments go to ${configured.name}, which takes no money`
      return isProduction ? warning(found, 'Set PAYMENT_GATEWAY, unless this is a trial.') : ok(found)
    }
    const { gateway, formerShops = [] } = openForCheck(configured, { config, database })
    for (const { name, shop, listPayments } of [gateway, ...formerShops]) {
      const now = Date.now()
      const from = new Date(now - lookBackMs).toISOString()
      const page = await listPayments({ from, to: new Date(now).toISOString(), cursor: null })
      if (page.kind === 'page') continue
      return page.kind === 'unknown'
        ? failed(
            `${name} does not answer: ${page.reason}`,
            'See whether this machine may reach the gateway, and its state page.',
          )
        : failed(
            `${name} does not accept the shop ${shop}: ${page.code}`,
            'Correct the number of the shop and its secret key.',
          )
    }
    return ok(`${gateway.name} knows ${formerShops.length === 0 ? 'the shop' : 'the shops'}`)
  },
})
