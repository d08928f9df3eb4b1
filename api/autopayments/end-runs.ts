import type { Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import { isUnsent } from 'api/payments'
import type { Kopecks } from 'contract/money'
import { findRunsNotOver, insertLine, type NewRunLine, type Run, updateRun } from './runs.repository'

/**
 * Whether a run can still end without a charge: it is open, or its charge was not sent to the gateway. The autopayment
 * is locked: sending the charge needs the same lock (see `maySend`).
 */
export const canBeSkipped = async (trx: Queries, { state, payment }: Run): Promise<boolean> =>
  state === 'open' || (state === 'charging' && payment !== null && (await isUnsent(trx, payment)))

/**
 * Ends a run without a charge, and stores why. Its autopayment is locked. An unsent charge is canceled
 * when it is next processed, as its run is over.
 */
export const skipRun = async (
  trx: Queries,
  run: Pick<Run, 'id' | 'autopaymentId' | 'state' | 'attempts' | 'payment'>,
  {
    reason,
    at,
    amount,
    limit,
  }: { reason: AutopaymentRunReason; at: string; amount?: Kopecks; limit?: Kopecks },
) => {
  const isCharging = run.state === 'charging'
  await updateRun(trx, run.id, { state: 'over' })
  await insertLine(trx, {
    run_id: run.id,
    attempt: isCharging ? run.attempts : run.attempts + 1,
    autopayment_id: run.autopaymentId,
    at,
    outcome: 'skipped',
    reason,
    amount: amount ?? null,
    limit_amount: limit ?? null,
    payment_id: isCharging ? run.payment : null,
  })
}

/** Ends all runs of a locked autopayment without a charge. A charge that was sent to the gateway already goes on. */
export const skipRuns = async (
  trx: Queries,
  autopaymentId: string,
  why: { reason: AutopaymentRunReason; at: string },
) => {
  for (const run of await findRunsNotOver(trx, autopaymentId))
    if (await canBeSkipped(trx, run)) await skipRun(trx, run, why)
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
