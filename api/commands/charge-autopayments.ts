import { countLinesSince } from 'api/autopayments'
import { findChargeHold } from 'api/db/charge-hold.repository'
import { wirePayments } from 'api/wire-payments'
import { runSteps } from 'api/worker/run-steps'
import { ConfigError } from 'contract/settings'
import type { DatabaseWork } from './command'
import { chargesOnHold } from './reconcile'

/**
 * Runs the autopayment steps once: plans, warns, charges what is due. Letters wait for a server. Throws a ConfigError while
 * charges are on hold.
 */
export const chargeAutopaymentsCommand = async (work: DatabaseWork): Promise<string> => {
  const { database, clock, entry } = work
  if (await findChargeHold(database.db)) throw new ConfigError(chargesOnHold)
  const since = clock().toISOString()
  const { steps } = wirePayments({ ...work, config: work.site(), wakeJobs() {} })
  await runSteps(steps)
  const { charged, skipped, failed } = await countLinesSince(database.db, since)
  entry.note({ counts: { charged, skipped, failed } })
  return `Autopayments: ${charged} charged, ${skipped} skipped, ${failed} failed`
}
