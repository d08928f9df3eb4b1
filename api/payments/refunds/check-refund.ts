import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import type { LetterSite } from 'api/mail/letter'
import type { GatewayRegistry } from 'api/payments/gateways/gateway-registry'
import type { GatewayRefund, PaymentGateway } from 'api/payments/gateways/payment-gateway'
import { DAY, HOUR, SECOND } from 'format/durations'
import type { Log } from 'monitoring/log'
import { findCharge, findPayment, type StoredPayment } from '../store/payments.repository'
import { type RecordRefundOptions, recordRefund } from './record-refund'
import {
  claimRefundCheck,
  deleteRefundCheck,
  isAcceptedRefund,
  postponeRefundCheck,
  type RefundCheck,
  type RefundOfGateway,
  refuseAcceptedRefund,
} from './refunds.repository'

export interface RefundsDeps {
  config: LetterSite & Pick<ApiConfig, 'timeZone'>
  database: Database
  gateways: GatewayRegistry
  /** Polls a payment at its gateway and records the answer. */
  processPayment(id: string): Promise<void>
  log: Log
  clock: () => Date
  /** Letters have become due. */
  wakeJobs: () => void
}

/** If a process dies while it reads a refund, the worker takes over after this time. */
export const leaseMs = 30 * SECOND
/** A refund that the gateway does not know by then never existed: anybody may send a webhook. */
const unknownForMs = HOUR
/** For a refund that the gateway has accepted: a week gives the operator time to look for it in the office. */
const acceptedForMs = 7 * DAY
const pendingForMs = 60 * DAY

/** Reads a refund at its gateway and records the answer. Not to be called inside a transaction. */
export const checkRefund = async (deps: RefundsDeps, refundRef: RefundOfGateway): Promise<void> => {
  const { database, clock, log } = deps
  const now = clock()
  const until = new Date(now.getTime() + leaseMs).toISOString()
  const check = await claimRefundCheck(database.db, { ...refundRef, now: now.toISOString(), until })
  if (!check) return
  const payment = await findPayment(database.db, check.payment_id)
  const charge = await findCharge(database.db, check.payment_id)
  if (!payment || !charge) return deleteRefundCheck(database.db, refundRef)
  const askAgain = () => postponeRefundCheck(database.db, check, nextCheck(check, clock()))
  const gateway = deps.gateways.of(charge)
  if (!gateway) return askAgain()
  const answer = await gateway.refunds.get(refundRef.gatewayRefundId)
  const fields = { payment: payment.id, gateway: gateway.name, refund: refundRef.gatewayRefundId }
  const ageMs = clock().getTime() - new Date(check.created_at).getTime()
  /** Also ends our request for it: an open one would block every other refund of the payment. */
  const giveUp = async (reason: string) => {
    await refuseAcceptedRefund(database.db, refundRef, reason)
    await deleteRefundCheck(database.db, refundRef)
  }

  if (answer.kind === 'refused') {
    // The gateway itself has returned its id, so it exists: the shop may be unreachable.
    const isAccepted = await isAcceptedRefund(database.db, refundRef)
    if (ageMs < (isAccepted ? acceptedForMs : unknownForMs)) return askAgain()
    if (isAccepted) log.error(fields, 'the gateway does not know a refund that it has accepted')
    else log.warn(fields, 'the gateway does not know a refund that a webhook has named')
    return giveUp(answer.code)
  }
  if (answer.kind !== 'refund') return askAgain()
  if (!isSameRefund(charge, gateway, answer.refund, refundRef)) {
    log.error(fields, 'a refund is of another payment than was said')
    return giveUp('another_payment')
  }
  switch (answer.refund.status) {
    case 'pending':
      if (ageMs < pendingForMs) return askAgain()
      log.error(fields, 'a refund has been pending for two months')
      return giveUp('no_answer')
    case 'canceled': {
      const reason = answer.refund.gatewayCode ?? 'canceled'
      log.warn({ ...fields, reason }, 'a refund was canceled')
      return giveUp(reason)
    }
    case 'succeeded':
      if (!(await recordSucceeded(deps, payment, answer.refund, refundRef))) await askAgain()
  }
}

/** Returns false if the refund has to be read again. */
const recordSucceeded = async (
  deps: RefundsDeps & RecordRefundOptions,
  payment: StoredPayment,
  refund: GatewayRefund,
  refundRef: RefundOfGateway,
): Promise<boolean> => {
  const { database, log, clock } = deps
  // The payment's webhook may be late: what was refunded has been paid.
  if (payment.state !== 'succeeded') await deps.processPayment(payment.id)
  const about = { gateway: refundRef.gateway, paymentId: payment.id }
  const record = await recordRefund(deps, about, refund, clock())
  const fields = { payment: payment.id, gateway: refundRef.gateway, refund: refund.id }
  switch (record) {
    case 'recorded':
      log.info({ ...fields, amount: refund.amount }, 'a refund was recorded')
      deps.wakeJobs()
      return true
    case 'duplicate':
      return true
    case 'too much':
      log.error(fields, 'the gateway has given back more than was paid: the refund was not recorded')
      await refuseAcceptedRefund(database.db, refundRef, 'too_much')
      await deleteRefundCheck(database.db, refundRef)
      return true
    case 'early':
      return false
  }
}

const isSameRefund = (
  payment: StoredPayment,
  gateway: PaymentGateway,
  refund: GatewayRefund,
  { gatewayRefundId }: RefundOfGateway,
): boolean =>
  refund.id === gatewayRefundId &&
  refund.currency === 'RUB' &&
  refund.amount > 0 &&
  payment.gateway === gateway.name &&
  payment.gatewayPaymentId === refund.gatewayPaymentId

/** Pauses grow from seconds to hours. */
const nextCheck = ({ created_at }: RefundCheck, now: Date) => {
  const ageMs = now.getTime() - new Date(created_at).getTime()
  return new Date(now.getTime() + Math.min(Math.max(5 * SECOND, ageMs / 2), 6 * HOUR)).toISOString()
}
