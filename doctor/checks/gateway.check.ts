import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import { type Check, failed, notChecked, ok, warning } from '../check'

const lookBackMs = 60_000

export interface GatewayOptions {
  config: ApiConfig
  database: Database
  isProduction: boolean
}

/** Whether the gateway of new payments knows the shop, by reading the list of the last minute. */
export const gatewayCheck = ({ config, database, isProduction }: GatewayOptions): Check => ({
  name: 'gateway',
  async run() {
    const configured = config.gateways.find(({ name }) => name === config.paymentGateway)
    if (!configured) return notChecked('there is none')
    if (configured.takesTestMoney) {
      const found = `payments go to ${configured.name}, which takes no money`
      return isProduction ? warning(found, 'Set PAYMENT_GATEWAY, unless this is a trial.') : ok(found)
    }
    const { gateway } = configured.open({
      site: config,
      database,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      clock: () => new Date(),
      wakeJobs() {},
    })
    const now = Date.now()
    const from = new Date(now - lookBackMs).toISOString()
    const page = await gateway.listPayments({ from, to: new Date(now).toISOString(), cursor: null })
    switch (page.kind) {
      case 'page':
        return ok(`${gateway.name} knows the shop`)
      case 'unknown':
        return failed(
          `${gateway.name} does not answer: ${page.reason}`,
          'See whether this machine may reach the gateway, and its state page.',
        )
      default:
        return failed(
          `${gateway.name} does not accept the shop: ${page.code}`,
          'Correct the number of the shop and its secret key.',
        )
    }
  },
})
