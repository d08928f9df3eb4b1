import { countLinesSince } from 'api/autopayments'
import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import type { Log } from 'api/log'
import { wirePayments } from 'api/wire-payments'
import { runSteps } from 'api/worker/run-steps'
import { openSite } from '../site'
import { UsageError } from './usage-error'

/**
 * Runs the autopayment steps once: plans, warns, charges what is due. A server may be running; letters wait for it.
 * Returns a line to print; throws a UsageError for invalid options.
 */
export const chargeAutopaymentsCommand = async (
  config: ApiConfig,
  options: string[],
  log: Log,
  clock = () => new Date(),
): Promise<string> => {
  if (options.length > 0) throw new UsageError('charge-autopayments takes no options')
  const since = clock().toISOString()
  const database = await openDatabase(config)
  try {
    await migrate(database)
    const site = openSite(config, { db: database.db, clock })
    const { steps } = wirePayments({ config: site, database, log, clock, wakeJobs() {} })
    await runSteps(steps)
    const { charged, skipped, failed } = await countLinesSince(database.db, since)
    return `Autopayments: ${charged} charged, ${skipped} skipped, ${failed} failed`
  } finally {
    await database.close()
  }
}
