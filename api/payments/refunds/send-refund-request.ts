import { allPages, ListNotRead } from 'api/payments/gateways/all-pages'
import type { GatewayRefund, PaymentGateway } from 'api/payments/gateways/payment-gateway'
import { HOUR, MINUTE } from 'format/durations'
import { addMs } from '../outcome/next-check'
import { clockSkewMs } from '../processing/look-up-lost'
import { findCharge, findPayment } from '../store/payments.repository'
import { keysForgottenSince } from '../store/pending-payments.repository'
import { checkRefund, leaseMs, type RefundsDeps } from './check-refund'
import {
  claimRefundRequest,
  findRefundRequest,
  insertRefundCheck,
  isRefundRecorded,
  type RefundRequestRow,
  updateRefundRequest,
} from './refunds.repository'

/**
 * Sends the operator's refund request to the gateway, or repeats it with the same key and bytes if it had no answer, and
 * records the answer. An accepted refund is then read and recorded.
 */
export const sendRefundRequest = async (deps: RefundsDeps, id: string): Promise<void> => {
  const { database, clock, log } = deps
  const now = clock()
  const request = await findRefundRequest(database.db, id)
  const payment = request && (await findPayment(database.db, request.payment_id))
  const gateway = payment && deps.gateways.of(payment)
  if (!request || !gateway) return
  const { sends: sentBefore } = request
  const until = new Date(now.getTime() + leaseMs).toISOString()
  // After a restore, a request may have been sent without the database knowing.
  const isForgotten = (request.first_sent_at ?? request.created_at) <= keysForgottenSince(gateway, now)
  if (isForgotten) return lookUp(deps, gateway, request)

  const sends = await claimRefundRequest(database.db, {
    id,
    sends: sentBefore,
    now: now.toISOString(),
    until,
  })
  if (sends === undefined) return
  // This process was suspended for longer than its lease: another one may have claimed the request.
  if (clock().getTime() - now.getTime() >= leaseMs) return
  const answer = await gateway.refunds.create(request.body, request.idempotency_key)
  const fields = { payment: request.payment_id, gateway: gateway.name, request: id }
  if (answer.kind === 'refund') return accept(deps, request, answer.refund)
  if (answer.kind !== 'unknown' && sends === 1) {
    log.error({ ...fields, code: answer.code }, 'the gateway refused a refund')
    await updateRefundRequest(database.db, id, { state: 'refused', reason: answer.code, next_check_at: null })
    return
  }
  // A refusal of a repeat proves nothing: the first attempt may have been carried out.
  const reason = answer.kind === 'unknown' ? answer.reason : answer.code
  log.warn({ ...fields, reason }, 'no gateway answer about a refund')
  await retryLater(deps, request)
}

const accept = async (deps: RefundsDeps, request: RefundRequestRow, refund: GatewayRefund) => {
  const { database, clock, log } = deps
  const charge = await findCharge(database.db, request.payment_id)
  const isSame =
    refund.amount === request.amount &&
    refund.currency === 'RUB' &&
    refund.gatewayPaymentId === charge?.gatewayPaymentId
  if (!isSame) {
    log.error(
      { payment: request.payment_id, gateway: request.gateway, request: request.id },
      'the gateway has another refund than was asked for',
    )
    return retryLater(deps, request)
  }
  const now = clock().toISOString()
  await database.transaction(async (trx) => {
    await updateRefundRequest(trx, request.id, {
      state: 'accepted',
      gateway_refund_id: refund.id,
      next_check_at: null,
    })
    await insertRefundCheck(trx, {
      gateway: request.gateway,
      gateway_refund_id: refund.id,
      payment_id: request.payment_id,
      created_at: now,
      next_check_at: now,
    })
  }, 'read committed')
  await checkRefund(deps, { gateway: request.gateway, gatewayRefundId: refund.id })
}

/** Looks for the refund in the gateway's list: the gateway has forgotten the key, so the request may not be repeated. */
const lookUp = async (deps: RefundsDeps, gateway: PaymentGateway, request: RefundRequestRow) => {
  const { database, clock, log } = deps
  const charge = await findCharge(database.db, request.payment_id)
  const fields = { payment: request.payment_id, gateway: gateway.name, request: request.id }
  try {
    const within = {
      from: addMs(new Date(request.created_at), -clockSkewMs),
      to: addMs(clock(), clockSkewMs),
    }
    for await (const refund of allPages(gateway.refunds.list, within)) {
      const fits =
        refund.gatewayPaymentId === charge?.gatewayPaymentId &&
        refund.amount === request.amount &&
        // A canceled refund has returned no money, and the right one may follow.
        refund.status !== 'canceled'
      const refundRef = { gateway: gateway.name, gatewayRefundId: refund.id }
      if (fits && !(await isRefundRecorded(database.db, refundRef)))
        return await accept(deps, request, refund)
    }
  } catch (error) {
    if (!(error instanceof ListNotRead)) throw error
    log.warn({ ...fields, reason: error.message }, 'no gateway answer about a refund')
    return retryLater(deps, request)
  }
  log.error(fields, 'the gateway has no refund that it was asked for')
  await updateRefundRequest(database.db, request.id, {
    state: 'refused',
    reason: 'no_answer',
    next_check_at: null,
  })
}

const retryLater = async ({ database, clock }: RefundsDeps, { id, created_at }: RefundRequestRow) => {
  const now = clock().getTime()
  const pauseMs = Math.min(Math.max(MINUTE / 4, (now - new Date(created_at).getTime()) / 2), HOUR)
  await updateRefundRequest(database.db, id, { next_check_at: new Date(now + pauseMs).toISOString() })
}
