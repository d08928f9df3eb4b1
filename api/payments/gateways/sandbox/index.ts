import type { ConfiguredGateway, GatewayDeps, GatewayModule, OpenedGateway } from '../gateway-module'
import { bankPages } from './bank-pages'
import { createSandboxBank } from './sandbox-bank'
import { sandboxGateway } from './sandbox-gateway'
import { createSandboxRefunds } from './sandbox-refunds'
import { sandboxWebhooksStep } from './sandbox-webhooks'

const folder = '/sandbox-bank'

class ConfiguredSandbox implements ConfiguredGateway {
  readonly name = 'sandbox'
  readonly takesTestMoney = true

  open({ site, database, log, clock, wakeJobs }: GatewayDeps): OpenedGateway {
    const pagesUrl = site.apiPublicUrl + folder
    const bank = createSandboxBank({ database, clock }, wakeJobs)
    const refunds = createSandboxRefunds({ database, clock }, wakeJobs)
    const { publicUrl, timeZone } = site
    return {
      gateway: sandboxGateway({ bank, refunds, pagesUrl, clock }),
      steps: (deliver) => [sandboxWebhooksStep({ db: database.db, clock, log, deliver })],
      pages: { folder, app: bankPages({ bank, refunds, pagesUrl, publicUrl, timeZone, clock, log }) },
    }
  }
}

/** The test bank. It is always configured: a payment that was begun with it is never left without its gateway. */
export const sandbox: GatewayModule = {
  name: 'sandbox',
  configure: () => new ConfiguredSandbox(),
}
