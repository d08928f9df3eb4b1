import type { DeclineReason } from 'contract/decline-reasons'
import { type GatewayRegistry, placeOf } from '../gateways/gateway-registry'
import type { PaymentGateway } from '../gateways/payment-gateway'
import { addMs, endByAge } from '../outcome/next-check'
import { type Outcome, outcomeOfPolling } from '../outcome/outcome-of'
import { type ProcessingDeps, recordAndReport, reportAnswer } from '../outcome/record-outcome'
import { isFinal } from '../store/payment-states'
import { claimForPolling, findPayment, type StoredPayment, updateIntent } from '../store/payments.repository'
import { leaseMs } from '../store/store-payment'
import { sendPayment } from './send-payment'

/** Short enough for a payer who comes back from the bank, long enough for one who keeps reloading. */
export const pollPauseMs = 2_000

/** `skipped`: the payment was polled a moment ago. `unanswered`: the gateway gave no answer. */
export type PollResult = 'answered' | 'unanswered' | 'skipped'

/** Sends a new payment, polls a sent one. Returns the result of polling a pending payment. */
export const processPayment = async (
  deps: ProcessingDeps,
  gateway: PaymentGateway | undefined,
  payment: StoredPayment,
): Promise<PollResult | undefined> => {
  const { gatewayPaymentId, state } = payment
  if (!gateway) await processWithoutGateway(deps, payment)
  else if (gatewayPaymentId !== null) {
    const polled = await pollPayment(deps, gateway, payment, { gatewayPaymentId, pauseMs: pollPauseMs })
    return isFinal(state) ? undefined : polled
  } else if (!isFinal(state)) await sendPayment(deps, gateway, payment)
}

/** A payment whose gateway or shop is no longer configured can't be polled: its age ends it. */
const processWithoutGateway = async (deps: ProcessingDeps, payment: StoredPayment) => {
  const { id, state } = payment
  const endOutcome = isFinal(state) ? null : endByAge(payment, deps.clock())
  if (endOutcome)
    deps.log.error(
      { payment: id, gateway: placeOf(payment) },
      'ended by its age: its gateway is not configured',
    )
  await recordAndReport(deps, payment, outcomeWithoutGateway(payment, endOutcome))
}

/** A payment in the state `sent` becomes `unknown` first: another process may still be sending it. */
const outcomeWithoutGateway = ({ state, sends }: StoredPayment, endOutcome: Outcome | null): Outcome => {
  if (endOutcome === null) return { event: null, actor: 'time' }
  return state === 'sent' ? { event: 'lose', actor: 'time', why: 'no_gateway', sends } : endOutcome
}

interface Polling {
  gatewayPaymentId: string
  /** The shortest time between two polls of the payment. */
  pauseMs: number
  /** The name of the webhook that caused the poll. */
  webhook?: string
  /** Also polls a canceled payment: a webhook or the gateway's list may say that it was paid. */
  alsoCanceled?: boolean
}

/** Asks the gateway for the state of a payment and records it. */
export const pollPayment = async (
  deps: ProcessingDeps,
  gateway: PaymentGateway,
  payment: StoredPayment,
  { gatewayPaymentId, pauseMs, webhook, alsoCanceled = webhook !== undefined }: Polling,
): Promise<PollResult> => {
  const now = deps.clock()
  const claimed = await claimForPolling(deps.database.db, {
    id: payment.id,
    now: now.toISOString(),
    until: addMs(now, leaseMs),
    lastContactBefore: addMs(now, -pauseMs),
    alsoCanceled,
  })
  if (!claimed) return 'skipped'
  const answer = await gateway.get(gatewayPaymentId)
  reportAnswer(deps, payment, answer)
  const isUnknownThere = answer.kind === 'refused' && !isFinal(payment.state)
  const endOutcome = isUnknownThere ? endByAge(payment, now) : null
  if (endOutcome)
    deps.log.error({ payment: payment.id }, 'ended by its age: the gateway does not know the payment')
  const outcome =
    endOutcome ?? outcomeOfPolling(answer, payment, webhook === undefined ? 'lookup' : 'webhook')
  await recordAndReport(deps, payment, { ...outcome, webhook })
  return answer.kind === 'unknown' || answer.kind === 'turned-away' ? 'unanswered' : 'answered'
}

/**
 * Cancels an unpaid payment, if its gateway can, and records the answer: the payer may have been faster. The reason is
 * stored before the call: the gateway's webhook may reach another replica before its answer comes here.
 */
export const cancelPayment = async (
  deps: ProcessingDeps,
  gateways: GatewayRegistry,
  id: string,
  declineReason: DeclineReason,
): Promise<void> => {
  const payment = await findPayment(deps.database.db, id)
  if (!payment || isFinal(payment.state)) return
  if (payment.state === 'created') {
    await recordAndReport(deps, payment, { event: 'abandon', actor: 'request', declineReason })
    return
  }
  const gateway = gateways.of(payment)
  if (!gateway?.cancel || payment.gatewayPaymentId === null) return
  await updateIntent(deps.database.db, id, { asked_cancel_reason: declineReason })
  const answer = await gateway.cancel(payment.gatewayPaymentId)
  reportAnswer(deps, payment, answer)
  const outcome = outcomeOfPolling(answer, payment)
  await recordAndReport(
    deps,
    payment,
    outcome.event === 'cancel' ? { ...outcome, actor: 'request' } : outcome,
  )
}
