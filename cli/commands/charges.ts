import { countLinesSince } from 'api/autopayments'
import { findChargeHold, holdCharges, releaseCharges } from 'api/db/charge-hold.repository'
import { wirePayments } from 'api/wire-payments'
import { runSteps } from 'api/worker/worker'
import { startOfDay } from 'format/local-hour'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, UsageError } from '../command'
import { chargesOnHold, compareAll } from './reconcile'
import { isDay } from './registers'

/**
 * Holds charges after a restore by another tool than `restore`. Throws a UsageError for an invalid or a future day.
 */
export const holdChargesCommand = async ({
  config,
  database,
  clock,
  input,
}: DatabaseContext): Promise<string> => {
  const [day = ''] = input.positionals
  const now = clock()
  if (!isDay(day) || startOfDay(day, config.timeZone) > now)
    throw new UsageError(`hold-charges: ${day} is not a day until today, such as 2026-10-05`)
  await holdCharges(database.db, { dataOf: startOfDay(day, config.timeZone).toISOString(), now })
  return chargesOnHold
}

/**
 * Compares the gateways with the restored database once more, and releases charges. Throws a ConfigError if a
 * difference is open that the operator has not named, or if a list can't be read.
 */
export const releaseChargesCommand = async (context: DatabaseContext): Promise<string> => {
  const { database, input } = context
  if (!(await findChargeHold(database.db))) return 'Charges are not on hold'
  const { table, open, isComplete } = await compareAll(context, null)
  if (!isComplete) throw new ConfigError(table)
  const openDifferences = open.filter(({ gatewayId }) => !input.positionals.includes(gatewayId))
  if (openDifferences.length > 0)
    throw new ConfigError(
      `${table}\nCharges stay on hold: ${openDifferences.length} open, such as ${openDifferences[0]?.gatewayId}. Credit it, or name it here if nobody's balance depends on it`,
    )
  await releaseCharges(database.db)
  return `${table}\nCharges are made again`
}

/**
 * Runs the autopayment steps once: plans, warns, charges what is due. Letters wait for a server. Throws a ConfigError
 * while charges are on hold.
 */
export const chargeAutopaymentsCommand = async (context: DatabaseContext): Promise<string> => {
  const { database, clock, entry } = context
  if (await findChargeHold(database.db)) throw new ConfigError(chargesOnHold)
  const since = clock().toISOString()
  const { steps } = wirePayments({ ...context, config: context.site(), wakeJobs() {} })
  await runSteps(steps)
  const { charged, skipped, failed } = await countLinesSince(database.db, since)
  entry.note({ counts: { charged, skipped, failed } })
  return `Autopayments: ${charged} charged, ${skipped} skipped, ${failed} failed`
}
