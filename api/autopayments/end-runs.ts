import type { Queries } from 'api/db/database'
import type { AutopaymentRunLinesTable } from 'api/db/tables'
import { findOpenRuns, insertLine, type Run, updateRun } from './runs.repository'

/** Ends an open run without a charge, and says why. Its autopayment is locked. */
export const skipRun = async (
  trx: Queries,
  run: Pick<Run, 'id' | 'autopaymentId' | 'attempts'>,
  { reason, at, amount }: { reason: string; at: string; amount?: number },
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
  })
}

/** Nothing that was planned will be charged any more. A charge that is at the bank already goes its way. */
export const skipOpenRuns = async (
  trx: Queries,
  autopaymentId: string,
  why: { reason: string; at: string },
) => {
  for (const run of await findOpenRuns(trx, autopaymentId)) await skipRun(trx, run, why)
}

/** Writes down how a charge has ended. */
export const writeChargeLine = (
  trx: Queries,
  run: Run,
  line: { outcome: AutopaymentRunLinesTable['outcome']; reason: string; at: string; amount: number },
) =>
  insertLine(trx, {
    run_id: run.id,
    attempt: run.attempts,
    autopayment_id: run.autopaymentId,
    payment_id: run.payment,
    ...line,
  })
