import { countLinesSince } from 'api/autopayments'
import { wirePayments } from 'api/wire-payments'
import { runSteps } from 'api/worker/run-steps'
import type { DatabaseWork } from './command'

/** Runs the autopayment steps once: plans, warns, charges what is due. Letters wait for a server. */
export const chargeAutopaymentsCommand = async (work: DatabaseWork): Promise<string> => {
  const { database, clock, entry } = work
  const since = clock().toISOString()
  const { steps } = wirePayments({ ...work, config: work.site(), wakeJobs() {} })
  await runSteps(steps)
  const { charged, skipped, failed } = await countLinesSince(database.db, since)
  entry.note({ counts: { charged, skipped, failed } })
  return `Autopayments: ${charged} charged, ${skipped} skipped, ${failed} failed`
}
