import type { Database } from 'api/db/database'
import type { Log } from 'monitoring/log'
import type { GatewayAnswer } from '../gateways/payment-gateway'
import { isFinal } from '../store/payment-states'
import type { StoredPayment } from '../store/payments.repository'
import { isSamePayment } from './outcome-of'
import { type Outcome, type Recorded, type RecordingOptions, recordOutcome } from './record-outcome'

/** What processing a payment needs besides its gateway. */
export interface ProcessingDeps extends Omit<RecordingOptions, 'database'> {
  database: Database
  log: Log
  clock: () => Date
  /** Letters have become due. */
  wakeJobs: () => void
  /** Counts it. */
  onSettled?: ((state: 'succeeded' | 'canceled' | 'late') => void) | undefined
}

/** Records an outcome, and after the commit wakes the jobs and logs what an operator has to know of. */
export const recordAndReport = async (
  deps: ProcessingDeps,
  { id }: Pick<StoredPayment, 'id'>,
  outcome: Outcome,
): Promise<Recorded> => {
  const recorded = await recordOutcome(deps, id, outcome, deps.clock())
  reportRecorded(deps, id, recorded)
  return recorded
}

/** For after the commit. */
export const reportRecorded = (deps: ProcessingDeps, id: string, { before, after }: Recorded) => {
  const isLate = before === 'canceled' && after === 'succeeded'
  if (before !== after && isFinal(after)) {
    deps.wakeJobs()
    deps.onSettled?.(isLate ? 'late' : after)
  }
  if (isLate) {
    deps.log.warn({ payment: id }, 'late success: a canceled payment was paid after all, and is credited')
  }
}

/** Logs what the gateway said, unless it is the payment that was asked for. */
export const reportAnswer = (
  { log }: Pick<ProcessingDeps, 'log'>,
  payment: StoredPayment,
  answer: GatewayAnswer,
) => {
  const fields = { payment: payment.id, gateway: payment.gateway }
  if (answer.kind === 'payment') {
    if (isSamePayment(answer.payment, payment)) return
    log.error(fields, 'the gateway has another payment than was asked for')
  } else if (answer.kind === 'unknown') log.warn({ ...fields, reason: answer.reason }, 'no gateway answer')
  else log.error({ ...fields, code: answer.code }, 'the gateway refused')
}
