import { parseArgs } from 'node:util'
import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import type { Log } from 'api/log'
import { reconcile } from 'api/payments'
import { type WiringOptions, wirePayments } from 'api/wire-payments'
import { ConfigError } from 'contract/settings'
import { openSite } from '../site'
import { UsageError } from './usage-error'

const usualDays = 3
const mostDays = 31
const columns = ['difference', 'payment', 'gateway id', 'ours', 'theirs', 'state'].join('\t')

/**
 * Compares the gateways' lists of the last days with ours and mends what the normal path can. A server may be running.
 * Returns a tab-separated table to print. Throws a UsageError for invalid options, and a ConfigError with the table
 * when a gateway's list could not be read.
 */
export const reconcileCommand = async (
  config: ApiConfig,
  options: string[],
  log: Log,
  { clock = () => new Date(), ...around }: Partial<Pick<WiringOptions, 'clock' | 'aroundGateway'>> = {},
): Promise<string> => {
  const days = daysOf(options)
  const database = await openDatabase(config)
  try {
    await migrate(database)
    const site = openSite(config, { db: database.db, clock })
    const { reconciliation } = wirePayments({ config: site, database, log, clock, wakeJobs() {}, ...around })
    const lines: string[] = []
    let isComplete = true
    for (const gateway of reconciliation.gateways.all) {
      const compared = await reconcile(reconciliation, gateway, { days, day: null })
      if (!compared) {
        lines.push(`${gateway.name}: the list could not be read, try again`)
        isComplete = false
        continue
      }
      const { payments, refunds, differences } = compared
      lines.push(
        `${gateway.name}: ${payments} payments, ${refunds} refunds, ${differences.length} differences`,
        ...(differences.length > 0 ? [columns] : []),
        ...differences.map(({ kind, paymentId, gatewayId, ours, theirs, isMended }) =>
          [kind, paymentId ?? '-', gatewayId, ours ?? '-', theirs ?? '-', isMended ? 'mended' : 'open'].join(
            '\t',
          ),
        ),
      )
    }
    const table = lines.join('\n')
    if (!isComplete) throw new ConfigError(table)
    return table
  } finally {
    await database.close()
  }
}

const daysOf = (args: string[]): number => {
  const text = parsed(args) ?? String(usualDays)
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > mostDays) throw new UsageError(`--days: must be a number from 1 to ${mostDays}`)
  return days
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: { days: { type: 'string' } } }).values.days
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options can not be read')
  }
}
