import type { Queries } from 'api/db/database'
import { findAutopayment, lockAutopayment } from './autopayments.repository'
import { findRun, findRunOfLine, markChargedLate, updateRun } from './runs.repository'

/**
 * A charge that its run had written down as declined has gone through after all, in the transaction that credits it: the
 * line says so, and the period is not charged again. A second attempt that is at the bank already goes its way.
 */
export const creditLateCharge = async (trx: Queries, paymentId: string) => {
  const line = await findRunOfLine(trx, paymentId)
  const known = line && (await findAutopayment(trx, line.autopaymentId))
  if (!line || !known) return
  await lockAutopayment(trx, known.id)
  const run = await findRun(trx, line.runId)
  if (!run) return
  await markChargedLate(trx, paymentId)
  if (run.state === 'open') await updateRun(trx, run.id, { state: 'over' })
}
