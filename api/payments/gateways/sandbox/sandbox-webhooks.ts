import type { Queries } from 'api/db/database'
import { errorFields, type Log } from 'api/log'
import type { Step } from 'api/worker/worker'
import { takeDueWebhook } from './sandbox-bank.repository'

/** The step by which the test bank sends its webhooks, each once: what gets lost is found out by asking. */
export const sandboxWebhooksStep = ({
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
      const body = await takeDueWebhook(db, clock().toISOString())
      if (body === undefined) return
      await deliver(JSON.parse(body)).catch((error: unknown) =>
        log.error(errorFields(error), 'a webhook of the test bank was not taken'),
      )
    }
  },
})
