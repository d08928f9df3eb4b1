import type { Database, Queries } from 'api/db/database'
import type { DeclineReason } from 'contract/decline-reasons'
import type { Log } from 'monitoring/log'
import type { GatewayAnswer, GatewayPayment } from '../gateways/payment-gateway'
import { appendPaymentEvent, insertWebhook } from '../store/payment-events.repository'
import { isFinal, nextState, type PaymentState } from '../store/payment-states'
import {
  lockOthersOfBasket,
  lockPayment,
  type StoredPayment,
  updateIntent,
  updatePayment,
} from '../store/payments.repository'
import { nextCheckAt } from './next-check'
import { isSamePayment, type Outcome } from './outcome-of'
import { type SettlingOptions, settleCanceled, settleSucceeded } from './settle-payment'

export interface RecordingOptions extends SettlingOptions {
  database: Pick<Database, 'transaction'>
}

interface RecordResult {
  before: PaymentState
  after: PaymentState
}

/**
 * Records the outcome of a payment, or of all payments of a basket, in one transaction: the state, and after a success the
 * ledger entry, the saved method and the letter. A repeated or outdated outcome changes nothing; a late success is credited,
 * also after a cancellation.
 */
export const recordOutcome = (
  options: RecordingOptions,
  id: string,
  outcome: Outcome,
  now: Date,
): Promise<RecordResult> =>
  options.database.transaction((trx) => recordWithin(trx, options, id, outcome, now), 'read committed')

/** The same in the caller's transaction. */
export const recordWithin = async (
  trx: Queries,
  options: SettlingOptions,
  id: string,
  outcome: Outcome,
  now: Date,
): Promise<RecordResult> => {
  const payment = await lockPayment(trx, id)
  if (!payment) throw new Error('There is no such payment')
  const { actor, gatewayPayment, webhook, sends = payment.sends } = outcome
  const cancelReason = cancelReasonOf(payment, outcome)
  const declineReason = cancelReason ?? outcome.declineReason
  const event = sends === payment.sends ? outcome.event : null
  const moment = now.toISOString()
  const state = (event && nextState(payment.state, event)) ?? payment.state
  const changes = state !== payment.state
  const receipt = receiptAfter(payment, gatewayPayment)
  const paidAt =
    payment.paidAt ?? (gatewayPayment?.paidAt ? new Date(gatewayPayment.paidAt).toISOString() : moment)

  await updateIntent(trx, id, {
    state,
    // As if it had never been sent. Only an autopayment is sent again, and it is never a basket.
    ...(state === 'created' ? { sends: 0, first_sent_at: null } : {}),
    gateway_payment_id: payment.gatewayPaymentId ?? gatewayPayment?.id ?? null,
    ...continuationOf(state, payment, gatewayPayment),
    next_check_at: nextCheckAt(
      {
        state,
        receiptPending: receipt.status === 'pending',
        createdAt: payment.createdAt,
        paidAt: state === 'succeeded' ? paidAt : null,
        mayStillBePaid: mayStillBePaid(payment, gatewayPayment),
      },
      now,
    ),
  })
  // The payments of a basket follow the lead payment, which has the last of their accounts: so every transaction locks
  // the ledgers in the order of accounts.
  const others = await lockOthersOfBasket(trx, payment)
  for (const other of others)
    await updateIntent(trx, other.id, {
      state,
      ...continuationOf(state, other, gatewayPayment),
    })
  for (const one of [...others, payment]) {
    if (changes && event) {
      const late = payment.state === 'canceled'
      const why = late ? 'late_success' : (cancelReason ?? outcome.why ?? declineReason ?? event)
      await appendPaymentEvent(trx, {
        paymentId: one.id,
        at: moment,
        actor,
        from: one.state,
        to: state,
        why,
      })
    }
    if (state === 'succeeded') {
      if (changes) await settleSucceeded(options, trx, one, { paidAt, gatewayPayment, now })
      await updatePayment(trx, one.id, { receipt_status: receipt.status, receipt_url: receipt.url })
    } else if (state === 'canceled' && changes) {
      await settleCanceled(options, trx, one, { declineReason: declineReason ?? 'general_decline', now })
    }
  }
  if (
    webhook !== undefined &&
    isFinal(state) &&
    gatewayPayment !== undefined &&
    gatewayPayment.status !== 'pending'
  ) {
    await insertWebhook(trx, { gateway: payment.gateway, webhook, payment_id: id, taken_at: moment })
  }
  return { before: payment.state, after: state }
}

/** The page and QR code by which the payer continues. */
const continuationOf = (
  state: PaymentState,
  payment: StoredPayment,
  gatewayPayment: GatewayPayment | undefined,
) => {
  if (isFinal(state)) return { confirmation_url: null, qr: null, qr_expires_at: null }
  const { qr = { text: payment.qr, expiresAt: payment.qrExpiresAt } } = gatewayPayment ?? {}
  return {
    confirmation_url: gatewayPayment?.confirmationUrl ?? payment.confirmationUrl,
    qr: qr?.text ?? null,
    qr_expires_at: qr?.expiresAt ?? null,
  }
}

/** Our own reason for a cancellation; the gateway knows only that the company requested it. */
const cancelReasonOf = (
  { askedCancelReason }: StoredPayment,
  { event, declineReason = 'canceled_by_company' }: Outcome,
): DeclineReason | undefined =>
  event === 'cancel' && declineReason === 'canceled_by_company' ? (askedCancelReason ?? undefined) : undefined

/** A payment that was canceled without the gateway's answer may have succeeded there. */
const mayStillBePaid = (
  { gatewayPaymentId }: StoredPayment,
  gatewayPayment: GatewayPayment | undefined,
): boolean =>
  (gatewayPaymentId !== null || gatewayPayment !== undefined) && gatewayPayment?.status !== 'canceled'

const receiptAfter = (
  {
    receiptStatus,
    receiptUrl,
  }: { receiptStatus: 'pending' | 'done' | 'failed' | null; receiptUrl: string | null },
  gatewayPayment: GatewayPayment | undefined,
) => ({
  status: gatewayPayment?.receipt?.status ?? receiptStatus,
  url: gatewayPayment?.receipt?.url ?? receiptUrl,
})

export interface ProcessingDeps extends Omit<RecordingOptions, 'database'> {
  database: Database
  log: Log
  clock: () => Date
  /** Letters have become due. */
  wakeJobs: () => void
  /** For the metrics. */
  onSettled?: ((state: 'succeeded' | 'canceled' | 'late') => void) | undefined
}

/** Records an outcome; after the commit wakes the worker and logs what the operator has to know. */
export const recordAndReport = async (
  deps: ProcessingDeps,
  { id }: Pick<StoredPayment, 'id'>,
  outcome: Outcome,
): Promise<RecordResult> => {
  const recorded = await recordOutcome(deps, id, outcome, deps.clock())
  reportRecorded(deps, id, recorded)
  return recorded
}

/** Call it after the commit. */
export const reportRecorded = (deps: ProcessingDeps, id: string, { before, after }: RecordResult) => {
  const isLate = before === 'canceled' && after === 'succeeded'
  if (before !== after && isFinal(after)) {
    deps.wakeJobs()
    deps.onSettled?.(isLate ? 'late' : after)
  }
  if (isLate) {
    deps.log.warn({ payment: id }, 'late success: a canceled payment was paid after all, and is credited')
  }
}

/** Logs an answer that is not the requested payment. */
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
