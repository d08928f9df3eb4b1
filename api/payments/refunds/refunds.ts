import type { PaymentGateway } from 'api/payments/gateways/payment-gateway'
import type { Step } from 'api/worker/worker'
import { findPaymentOfGateway } from '../store/payments.repository'
import type { RefundsDeps } from './check-refund'
import { checkRefund } from './check-refund'
import {
  findDueRefundCheck,
  findDueRefundRequest,
  insertRefundCheck,
  isRefundRecorded,
  type RefundOfGateway,
} from './refunds.repository'
import { type RefundOrder, type RequestedRefund, requestRefund } from './request-refund'
import { sendRefundRequest } from './send-refund-request'

/** Requests refunds at the gateways and records them. */
export interface Refunds {
  /** Processes a webhook about a refund; returns false for any other webhook. */
  processWebhook(gateway: PaymentGateway, body: unknown): Promise<boolean>
  /** Reads a refund of the payment at its gateway and records it, or leaves that to the worker. */
  check(refund: RefundOfGateway, paymentId: string): Promise<void>
  /** Requests a refund for the operator. Throws CannotRefund. */
  request(order: RefundOrder): Promise<RequestedRefund>
  /** The step that reads due refunds and repeats requests without an answer. */
  step: Step
}

export const createRefunds = (deps: RefundsDeps): Refunds => {
  const { database, clock } = deps
  const { db } = database

  const check = async (refundRef: RefundOfGateway, paymentId: string) => {
    const now = clock().toISOString()
    await insertRefundCheck(db, {
      gateway: refundRef.gateway,
      gateway_refund_id: refundRef.gatewayRefundId,
      payment_id: paymentId,
      created_at: now,
      next_check_at: now,
    })
    await checkRefund(deps, refundRef)
  }

  return {
    async processWebhook(gateway, body) {
      const webhook = gateway.refunds.readWebhook(body)
      if (!webhook) return false
      const { gatewayRefundId, gatewayPaymentId } = webhook
      const refundRef = { gateway: gateway.name, gatewayRefundId }
      if (await isRefundRecorded(db, refundRef)) return true
      // An unknown payment is left to the daily reconciliation.
      const payment = await findPaymentOfGateway(db, { gateway: gateway.name, gatewayPaymentId })
      if (!payment) return true
      await check(refundRef, payment.id)
      return true
    },

    check,
    request: (order) => requestRefund(deps, order),

    step: {
      name: 'refunds',
      async run() {
        const gateways = deps.gateways.main.map(({ name }) => name)
        const shops = deps.gateways.all.map(({ shop }) => shop)
        for (;;) {
          const due = { gateways, shops, now: clock().toISOString() }
          const request = await findDueRefundRequest(db, due)
          if (request !== undefined) await sendRefundRequest(deps, request)
          const check = await findDueRefundCheck(db, due)
          if (check) await checkRefund(deps, check)
          if (request === undefined && !check) return
        }
      },
    },
  }
}
