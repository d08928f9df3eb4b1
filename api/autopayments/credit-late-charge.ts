import type { Queries } from 'api/db/database'
import { findAutopayment, lockAutopayment } from './autopayments.repository'
import { canBeSkipped } from './end-runs'
import { findRun, findRunOfLine, markChargedLate, updateRun } from './runs.repository'

/**
 * Corrects the line of a charge that was declined and has succeeded after all, in the transaction that credits it, and ends
 * its run, so that the period is not charged again. A second attempt that was sent already is not stopped.
 */
export const creditLateCharge = async (trx: Queries, paymentId: string) => {
  const line = await findRunOfLine(trx, paymentId)
  const known = line && (await findAutopayment(trx, line.autopaymentId))
  if (!line || !known) return
  await lockAutopayment(trx, known.id)
  const run = await findRun(trx, line.runId)
  if (!run) return
  await markChargedLate(trx, paymentId)
  if (await canBeSkipped(trx, run)) await updateRun(trx, run.id, { state: 'over' })
}
