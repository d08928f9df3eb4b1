import { randomUUID } from 'node:crypto'
import { isUnavailable } from 'api/db/database-errors'
import { type Kopecks, toKopecks } from 'contract/money'
import { formatRubles } from 'format/money'
import { errorFields } from 'monitoring/log'
import { placeOf } from '../gateways/gateway-registry'
import {
  findPayment,
  lockOthersOfBasket,
  lockPayment,
  type StoredPayment,
} from '../store/payments.repository'
import { leaseMs, type RefundsDeps } from './check-refund'
import {
  findOpenRefundRequest,
  findRefundRequest,
  insertRefundRequest,
  isRefundRecorded,
} from './refunds.repository'
import { sendRefundRequest } from './send-refund-request'

const refundableYears = 3

/** Nothing was refunded; the message says why. */
export class CannotRefund extends Error {
  override readonly name = 'CannotRefund'
}

export interface RefundOrder {
  paymentId: string
  /** `null` for all that is left of the payment. */
  amount: Kopecks | null
}

export interface RequestedRefund {
  /**
   * `under way`: the gateway has not answered or is still working, or the database failed meanwhile. A running server
   * completes the refund.
   */
  state: 'given back' | 'under way'
  /** Of this refund. */
  amount: Kopecks
  /** Of the payment with this refund, if it was given back. */
  refundedInAll: Kopecks
  paid: Kopecks
}

/**
 * Asks the gateway to refund one payment, in whole or in part. The request is stored with its key and body before it is
 * sent. Throws CannotRefund.
 */
export const requestRefund = async (
  deps: RefundsDeps,
  { paymentId, amount }: RefundOrder,
): Promise<RequestedRefund> => {
  const { database, clock } = deps
  const now = clock()
  const unlockedPayment = await findPayment(database.db, paymentId)
  if (!unlockedPayment) throw new CannotRefund('there is no such payment')
  const gateway = deps.gateways.of(unlockedPayment)
  if (!gateway)
    throw new CannotRefund(`it is a payment of ${placeOf(unlockedPayment)}, which is not configured`)

  const id = randomUUID()
  const refundAmount = await database.transaction(async (trx) => {
    const charge = await lockPayment(trx, unlockedPayment.basketId ?? paymentId)
    if (!charge) throw new CannotRefund('there is no such payment')
    const all = [charge, ...(await lockOthersOfBasket(trx, charge))]
    const payment = all.find((one) => one.id === paymentId)
    if (!payment) throw new CannotRefund('there is no such payment')
    const gatewayPaymentId = idForRefund({ ...payment, gatewayPaymentId: charge.gatewayPaymentId }, now)
    // One at a time for a whole basket: a refund without an answer is recognized by its sum.
    const openRequest = await findOpenRefundRequest(
      trx,
      all.map(({ id: one }) => one),
    )
    if (openRequest) {
      throw new CannotRefund(
        `a refund of ${formatRubles(openRequest.amount)} is under way already, wait for its outcome`,
      )
    }
    const left = toKopecks(payment.amount - payment.refunded)
    const sum = amount ?? left
    if (left === 0) throw new CannotRefund('it was given back already, nothing is left of it')
    if (sum > left) throw new CannotRefund(`no more than ${formatRubles(left)} is left of it`)
    const { account, request } = payment
    const isWhole = sum === charge.request.amount
    if (!isWhole && request.email === '') {
      throw new CannotRefund(
        "its payer has been erased, so there is no e-mail for a partial refund's receipt: refund it in the gateway's office",
      )
    }
    const receipt = isWhole ? null : { email: request.email, account }
    await insertRefundRequest(
      trx,
      {
        id,
        payment_id: paymentId,
        gateway: gateway.name,
        amount: sum,
        idempotency_key: id,
        body: gateway.refunds.bodyOf({ gatewayPaymentId, amount: sum, receipt }),
        created_at: now.toISOString(),
      },
      new Date(now.getTime() + leaseMs).toISOString(),
    )
    return sum
  }, 'read committed')

  try {
    await sendRefundRequest(deps, id)
    const request = await findRefundRequest(database.db, id)
    if (request?.state === 'refused') {
      throw new CannotRefund(`${gateway.name} refused the refund (${request.reason ?? 'no reason given'})`)
    }
    const gatewayRefundId = request?.gateway_refund_id
    const isGivenBack =
      typeof gatewayRefundId === 'string' &&
      (await isRefundRecorded(database.db, { gateway: gateway.name, gatewayRefundId }))
    return {
      state: isGivenBack ? 'given back' : 'under way',
      amount: refundAmount,
      refundedInAll: (await findPayment(database.db, paymentId))?.refunded ?? toKopecks(0),
      paid: unlockedPayment.amount,
    }
  } catch (error) {
    // The stored request is still carried out: an operator who saw a failure would request a second refund.
    if (!isUnavailable(error)) throw error
    deps.log.warn(
      { ...errorFields(error), payment: paymentId, request: id },
      'the database failed while a refund was asked for',
    )
    return {
      state: 'under way',
      amount: refundAmount,
      refundedInAll: unlockedPayment.refunded,
      paid: unlockedPayment.amount,
    }
  }
}

/** Returns the gateway's id of the payment. Throws CannotRefund if it may not be refunded now. */
const idForRefund = ({ state, gatewayPaymentId, paidAt }: StoredPayment, now: Date): string => {
  if (state !== 'succeeded' || gatewayPaymentId === null || paidAt === null) {
    throw new CannotRefund(`it is ${state}: only a payment that has succeeded can be given back`)
  }
  const last = new Date(paidAt)
  last.setUTCFullYear(last.getUTCFullYear() + refundableYears)
  if (now > last) throw new CannotRefund(`it was paid more than ${refundableYears} years ago`)
  return gatewayPaymentId
}
