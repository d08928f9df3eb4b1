import { findChargeHold } from 'api/db/charge-hold.repository'
import type { Queries } from 'api/db/database'
import { HOUR, MINUTE } from 'format/durations'
import type { PaymentGateway } from '../gateways/payment-gateway'
import { addMs } from '../outcome/next-check'
import { type Outcome, outcomeOfSending } from '../outcome/outcome-of'
import {
  type ProcessingDeps,
  recordAndReport,
  recordWithin,
  reportAnswer,
  reportRecorded,
} from '../outcome/record-outcome'
import { statesBefore } from '../store/payment-states'
import {
  claimForSending,
  findPayment,
  lockPayment,
  paysForLostAccount,
  type StoredPayment,
} from '../store/payments.repository'
import { isUnanswered, keysForgottenSince } from '../store/pending-payments.repository'
import { leaseMs } from '../store/store-payment'
import { lookUpLost } from './look-up-lost'

const repeatPauseMs = 2_000
/** Listing is slow, so reloading the payment's page does not read the list again. */
const listPauseMs = 10 * MINUTE

/**
 * Sends a new payment to its gateway, or repeats one without an answer byte for byte. A payment that may not be sent any
 * more is canceled or looked up. The transaction that claims a new payment decides whether it may be sent.
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
    const why = await findReasonNotToSend(deps, trx, { gateway, payment, now })
    if (!why) return { claimed: await claimForSending(trx, claim) }
    const outcome = { event: 'abandon', ...why, sends: payment.sends } as const
    return { ended: await recordWithin(trx, deps, payment.id, outcome, now) }
  }, 'read committed')
  if (isHeld) return
  if (ended) return reportRecorded(deps, payment.id, ended)
  if (!claimed) return handleUnclaimed(deps, gateway, payment.id)
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
 * Whether the charge has to wait: after a restore from a backup, charges are on hold until the database is compared with
 * the gateway, which may have made them. A charge that its payer requested after the restore is not held.
 */
const isOnHold = async (trx: Queries, { source, request, state, createdAt }: StoredPayment) => {
  if (state !== 'created' || request.savedMethod === null) return false
  const hold = await findChargeHold(trx)
  return hold !== undefined && (source === 'autopayment' || createdAt <= hold.heldAt)
}

/** Returns why a new payment may not be sent any more. `null` if it may, or if it was sent already. */
const findReasonNotToSend = async (
  { hooks }: Pick<ProcessingDeps, 'hooks'>,
  trx: Queries,
  { gateway, payment, now }: { gateway: PaymentGateway; payment: StoredPayment; now: Date },
): Promise<Pick<Outcome, 'actor' | 'declineReason'> | null> => {
  const { id, source, account, amount, state, createdAt } = payment
  if (state !== 'created') return null
  if (source === 'autopayment') {
    // The lock keeps the hook's answer true until the payment is sent.
    const isUnsent = (await lockPayment(trx, id))?.state === 'created'
    if (isUnsent && !(await hooks.maySend(trx, { id, account, amount, gateway })))
      return { actor: 'request', declineReason: 'withdrawn' }
  } else if (isChargeOfPayer(payment) && (await paysForLostAccount(trx, id, now))) {
    return { actor: 'request', declineReason: 'canceled_by_company' }
  }
  const { withinMs, declineReason } = isChargeOfPayer(payment) ? limitsOfPayerCharge : otherLimits
  const isLate = now.getTime() - new Date(createdAt).getTime() > withinMs
  return isLate ? { actor: 'time', declineReason } : null
}

/** After a minute without news the payer may have begun another payment. */
const limitsOfPayerCharge = { withinMs: MINUTE, declineReason: 'not_sent' } as const
/** The debt of an autopayment is read again, and on the bank's page the payer sees the sum. */
const otherLimits = { withinMs: HOUR, declineReason: 'internal_timeout' } as const

const isChargeOfPayer = ({ source, request }: StoredPayment) =>
  source !== 'autopayment' && request.savedMethod !== null

/**
 * Cancels an unsent payment, marks an abandoned one as lost, looks a lost one up. Leaves one that another process is
 * sending.
 */
const handleUnclaimed = async (deps: ProcessingDeps, gateway: PaymentGateway, id: string) => {
  const now = deps.clock()
  const payment = await findPayment(deps.database.db, id)
  if (!payment || payment.gatewayPaymentId !== null) return
  const { sends, state } = payment
  if (state === 'created') {
    const declineReason = 'permission_revoked'
    await recordAndReport(deps, payment, { event: 'abandon', actor: 'request', declineReason, sends })
    return
  }
  const isAbandoned = payment.lastContactAt <= addMs(now, -leaseMs)
  if (state === 'sent' && isAbandoned) {
    await recordAndReport(deps, payment, { event: 'lose', actor: 'time', why: 'process_gone', sends })
    return
  }
  // Stryker disable next-line ConditionalExpression,LogicalOperator: saves a look-up, which has a longer pause of its own
  if (state !== 'unknown' || !isAbandoned) return
  // The payer never got the bank's page, so nobody can have paid.
  if (payment.request.savedMethod === null && isUnanswered(payment, keysForgottenSince(gateway, now))) {
    const declineReason = 'expired_on_confirmation'
    await recordAndReport(deps, payment, { event: 'abandon', actor: 'time', declineReason, sends })
    return
  }
  await lookUpLost(deps, gateway, payment, { pauseMs: listPauseMs })
}
