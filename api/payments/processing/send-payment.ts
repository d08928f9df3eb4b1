import { findChargeHold } from 'api/db/charge-hold.repository'
import type { Queries } from 'api/db/database'
import { HOUR, MINUTE } from 'format/durations'
import type { PaymentGateway } from '../gateways/payment-gateway'
import { addMs } from '../outcome/next-check'
import { outcomeOfSending } from '../outcome/outcome-of'
import {
  type ProcessingDeps,
  recordAndReport,
  reportAnswer,
  reportRecorded,
} from '../outcome/record-and-report'
import { type Outcome, recordWithin } from '../outcome/record-outcome'
import { statesBefore } from '../store/payment-states'
import {
  claimForSending,
  findPayment,
  lockPayment,
  paysForLostAccount,
  type StoredPayment,
} from '../store/payments.repository'
import { leaseMs } from '../store/store-payment'
import { isUnanswered, keysForgottenSince } from '../store/unanswered'
import { lookUpLost } from './look-up-lost'

const repeatPauseMs = 2_000
/** A list is a hundred payments a page: reloading the payment's page does not read it again. */
const listPauseMs = 10 * MINUTE

/**
 * Sends a new payment to its gateway, or repeats the same bytes of one that had no answer. One that may not be sent any more
 * is canceled or looked up instead. Whether a new one may be sent is decided in the transaction that claims it.
 */
export const sendPayment = async (deps: ProcessingDeps, gateway: PaymentGateway, payment: StoredPayment) => {
  const now = deps.clock()
  const claim = {
    id: payment.id,
    body: gateway.creationBody(payment.request),
    now: now.toISOString(),
    until: addMs(now, leaseMs),
    from: statesBefore('send'),
    sentBefore: addMs(now, -leaseMs),
    lostBefore: addMs(now, -repeatPauseMs),
    firstSentSince: keysForgottenSince(gateway, now),
  }
  const { isHeld, ended, claimed } = await deps.database.transaction(async (trx) => {
    if (await isOnHold(trx, payment)) return { isHeld: true }
    const why = await whyNotSent(deps, trx, { gateway, payment, now })
    if (!why) return { claimed: await claimForSending(trx, claim) }
    const outcome = { event: 'abandon', ...why, sends: payment.sends } as const
    return { ended: await recordWithin(trx, deps, payment.id, outcome, now) }
  }, 'read committed')
  if (isHeld) return
  if (ended) return reportRecorded(deps, payment.id, ended)
  if (!claimed) return mayNotSend(deps, gateway, payment.id)
  // This process was suspended for longer than its lease: another one may have claimed the payment.
  if (deps.clock().getTime() - now.getTime() >= leaseMs) return
  const answer = await gateway.create(claimed.body, payment.requestKey)
  reportAnswer(deps, payment, answer)
  await recordAndReport(deps, payment, outcomeOfSending(answer, payment, claimed))
  // Another repeat would be refused, too; the gateway's list may have the payment.
  // Stryker disable next-line ConditionalExpression,EqualityOperator: a payment refused at once is final, and no list is read for it
  if (answer.kind === 'refused' && claimed.sends > 1) {
    await lookUpLost(deps, gateway, { ...payment, state: 'unknown' }, { pauseMs: 0 })
  }
}

/**
 * Whether it is a charge that waits until the restored database was compared with the gateway, which may have it. A charge
 * that its payer has asked for since then is made.
 */
const isOnHold = async (trx: Queries, { source, request, state, createdAt }: StoredPayment) => {
  if (state !== 'created' || request.savedMethod === null) return false
  const hold = await findChargeHold(trx)
  return hold !== undefined && (source === 'autopayment' || createdAt <= hold.heldAt)
}

/** Why a payment that was never sent may not be sent any more; null: it may be, or was sent already. */
const whyNotSent = async (
  { hooks }: Pick<ProcessingDeps, 'hooks'>,
  trx: Queries,
  { gateway, payment, now }: { gateway: PaymentGateway; payment: StoredPayment; now: Date },
): Promise<Pick<Outcome, 'actor' | 'declineReason'> | null> => {
  const { id, source, account, amount, state, createdAt } = payment
  if (state !== 'created') return null
  if (source === 'autopayment') {
    // It stays locked, so that what the hook says holds until it is sent.
    const isUnsent = (await lockPayment(trx, id))?.state === 'created'
    if (isUnsent && !(await hooks.maySend(trx, { id, account, amount, gateway })))
      return { actor: 'request', declineReason: 'withdrawn' }
  } else if (isChargeOfPayer(payment) && (await paysForLostAccount(trx, id, now))) {
    return { actor: 'request', declineReason: 'canceled_by_company' }
  }
  const { withinMs, declineReason } = isChargeOfPayer(payment) ? chargeOfPayer : anyOther
  const isLate = now.getTime() - new Date(createdAt).getTime() > withinMs
  return isLate ? { actor: 'time', declineReason } : null
}

/** A charge that its payer has asked for, and knows nothing of after a minute: another payment may be under way by then. */
const chargeOfPayer = { withinMs: MINUTE, declineReason: 'not_sent' } as const
/** The debt of an autopayment is read again, and on the bank's page the payer sees what is paid. */
const anyOther = { withinMs: HOUR, declineReason: 'internal_timeout' } as const

const isChargeOfPayer = ({ source, request }: StoredPayment) =>
  source !== 'autopayment' && request.savedMethod !== null

/** Another process is sending it, or it may not be sent again: then it is canceled, marked as lost, or looked up. */
const mayNotSend = async (deps: ProcessingDeps, gateway: PaymentGateway, id: string) => {
  const now = deps.clock()
  const payment = await findPayment(deps.database.db, id)
  if (!payment || payment.gatewayPaymentId !== null) return
  const { sends, state } = payment
  if (state === 'created') {
    const declineReason = 'permission_revoked'
    await recordAndReport(deps, payment, { event: 'abandon', actor: 'request', declineReason, sends })
    return
  }
  const abandoned = payment.lastContactAt <= addMs(now, -leaseMs)
  if (state === 'sent' && abandoned) {
    await recordAndReport(deps, payment, { event: 'lose', actor: 'time', why: 'process_gone', sends })
    return
  }
  // Stryker disable next-line ConditionalExpression,LogicalOperator: saves a look-up, which has a longer pause of its own
  if (state !== 'unknown' || !abandoned) return
  // The payer never got the bank's page, so nobody can have paid.
  if (payment.request.savedMethod === null && isUnanswered(payment, keysForgottenSince(gateway, now))) {
    const declineReason = 'expired_on_confirmation'
    await recordAndReport(deps, payment, { event: 'abandon', actor: 'time', declineReason, sends })
    return
  }
  await lookUpLost(deps, gateway, payment, { pauseMs: listPauseMs })
}
