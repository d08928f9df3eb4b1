import type { Queries } from 'api/db/database'
import { HOUR, MINUTE } from 'format/durations'
import type { PaymentGateway } from './gateways/payment-gateway'
import { later } from './later'
import { lookUpLost } from './look-up-lost'
import { paysForLostAccount } from './lost-account.repository'
import { outcomeOfSending } from './outcome-of'
import { statesBefore } from './payment-states'
import { claimForSending, findPayment, lockPayment, type StoredPayment } from './payments.repository'
import { type ProcessingDeps, recordAndReport, reportAnswer } from './record-and-report'
import { leaseMs } from './store-payment'
import { isUnanswered, keysForgottenSince } from './unanswered'

const repeatPauseMs = 2_000
/** A list is a hundred payments a page: whoever reloads the payment's page does not have it read again. */
const listPauseMs = 10 * MINUTE
/** A payment that was not sent within this time is canceled: its payer no longer waits for it. */
const neverSentMs = HOUR

/**
 * Sends a new payment to its gateway, or repeats the same bytes of one that had no answer. One that may not be sent any more
 * is canceled or looked up instead. An autopayment is asked before each sending that the gateway can't know of.
 */
export const sendPayment = async (deps: ProcessingDeps, gateway: PaymentGateway, payment: StoredPayment) => {
  const now = deps.clock()
  const claim = {
    id: payment.id,
    body: gateway.creationBody(payment.request),
    now: now.toISOString(),
    until: later(now, leaseMs),
    from: statesBefore('send'),
    sentBefore: later(now, -leaseMs),
    lostBefore: later(now, -repeatPauseMs),
    firstSentSince: keysForgottenSince(gateway, now),
  }
  const claimed = await deps.database.transaction(async (trx) => {
    if (await isWithdrawn(deps, trx, payment)) return 'withdrawn'
    if (isUnsentCharge(payment) && (await paysForLostAccount(trx, payment.id))) return 'without account'
    return isLate(payment, now) ? 'late' : claimForSending(trx, claim)
  }, 'read committed')
  if (typeof claimed === 'string') {
    await recordAndReport(deps, payment, { event: 'abandon', ...abandoned[claimed], sends: payment.sends })
    return
  }
  if (!claimed) return mayNotSend(deps, gateway, payment.id)
  // This process was suspended for longer than its lease: another one may have claimed the payment.
  if (deps.clock().getTime() - now.getTime() >= leaseMs) return
  const answer = await gateway.create(claimed.body, payment.requestKey)
  reportAnswer(deps, payment, answer)
  await recordAndReport(deps, payment, outcomeOfSending(answer, payment, claimed))
  // Another repeat would be refused, too; the gateway's list may have the payment.
  if (answer.kind === 'refused' && claimed.sends > 1) {
    await lookUpLost(deps, gateway, { ...payment, state: 'unknown' }, { pauseMs: 0 })
  }
}

const abandoned = {
  withdrawn: { actor: 'request', declineReason: 'withdrawn' },
  'without account': { actor: 'request', declineReason: 'canceled_by_company' },
  late: { actor: 'time', declineReason: 'internal_timeout' },
} as const

/** Charges a saved card without another word of its payer, who decides on the bank's page otherwise. */
const isUnsentCharge = ({ source, state, request }: StoredPayment) =>
  source === 'personal' && state === 'created' && request.savedMethod !== null

/** The payment stays locked, so what the autopayment says holds until it is sent. */
const isWithdrawn = async (
  { hooks }: Pick<ProcessingDeps, 'hooks'>,
  trx: Queries,
  { id, source, amount }: StoredPayment,
): Promise<boolean> => {
  if (source !== 'autopayment') return false
  const locked = await lockPayment(trx, id)
  return locked?.state === 'created' && !(await hooks.maySend(trx, { id, amount }))
}

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
  const abandoned = payment.lastContactAt <= later(now, -leaseMs)
  if (state === 'sent' && abandoned) {
    await recordAndReport(deps, payment, { event: 'lose', actor: 'time', why: 'process_gone', sends })
    return
  }
  if (state !== 'unknown' || !abandoned) return
  // The payer never got the bank's page, so nobody can have paid.
  if (payment.request.savedMethod === null && isUnanswered(payment, keysForgottenSince(gateway, now))) {
    const declineReason = 'expired_on_confirmation'
    await recordAndReport(deps, payment, { event: 'abandon', actor: 'time', declineReason, sends })
    return
  }
  await lookUpLost(deps, gateway, payment, { pauseMs: listPauseMs })
}

const isLate = ({ state, createdAt }: StoredPayment, now: Date) =>
  state === 'created' && now.getTime() - new Date(createdAt).getTime() > neverSentMs
