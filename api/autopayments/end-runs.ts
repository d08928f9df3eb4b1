import type { Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/tables'
import { findOpenRuns, insertLine, type NewRunLine, type Run, updateRun } from './runs.repository'

/** Ends an open run without a charge, and stores why. Its autopayment is locked. */
export const skipRun = async (
  trx: Queries,
  run: Pick<Run, 'id' | 'autopaymentId' | 'attempts'>,
  {
    reason,
    at,
    amount,
    limit,
  }: { reason: AutopaymentRunReason; at: string; amount?: number; limit?: number },
) => {
  await updateRun(trx, run.id, { state: 'over' })
  await insertLine(trx, {
    run_id: run.id,
    attempt: run.attempts + 1,
    autopayment_id: run.autopaymentId,
    at,
    outcome: 'skipped',
    reason,
    amount: amount ?? null,
    limit_amount: limit ?? null,
  })
}

/** Ends all open runs without a charge. A charge that was sent to the gateway already goes on. */
export const skipOpenRuns = async (
  trx: Queries,
  autopaymentId: string,
  why: { reason: AutopaymentRunReason; at: string },
) => {
  for (const run of await findOpenRuns(trx, autopaymentId)) await skipRun(trx, run, why)
}

/** Stores the line of a charge that is over. */
export const writeChargeLine = (
  trx: Queries,
  run: Run,
  line: Omit<NewRunLine, 'run_id' | 'attempt' | 'autopayment_id' | 'payment_id'>,
) =>
  insertLine(trx, {
    run_id: run.id,
    attempt: run.attempts,
    autopayment_id: run.autopaymentId,
    payment_id: run.payment,
    ...line,
  })
