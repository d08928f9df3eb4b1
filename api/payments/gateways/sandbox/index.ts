import type { Queries } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import { errorFields, type Log } from 'monitoring/log'
import type { ConfiguredGateway, GatewayDeps, GatewayModule, OpenedGateway } from '../gateway-module'
import { bankPages } from './bank-pages'
import { createSandboxBank } from './sandbox-bank'
import { deleteDueWebhook } from './sandbox-bank.repository'
import { sandboxGateway } from './sandbox-gateway'
import { createSandboxRefunds } from './sandbox-refunds'

/** The step that sends the test bank's webhooks, each once: polling makes up for lost ones. */
const sandboxWebhooksStep = ({
  db,
  clock,
  log,
  deliver,
}: {
  db: Queries
  clock: () => Date
  log: Log
  deliver: (body: unknown) => Promise<unknown>
}): Step => ({
  name: 'sandbox webhooks',
  async run() {
    for (;;) {
      const body = await deleteDueWebhook(db, clock().toISOString())
      if (body === undefined) return
      await deliver(JSON.parse(body)).catch((error: unknown) =>
        log.error(errorFields(error), 'a webhook of the test bank was not taken'),
      )
    }
  },
})

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
