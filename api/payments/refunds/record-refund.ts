import { randomUUID } from 'node:crypto'
import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import { applyRefund } from 'api/ledger/apply-refund'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { GatewayRefund } from 'api/payments/gateways/refund-gateway'
import { lockPayment } from '../payments.repository'
import { refundLetter } from './refunds.letters'
import { deleteRefundCheck, insertRefund, isRefundRecorded } from './refunds.repository'

export interface RecordingRefund {
  config: Pick<ApiConfig, 'publicUrl' | 'siteTitle' | 'timeZone'>
  database: Pick<Database, 'transaction'>
}

/**
 * `recorded`: it has had its effect with this call. `known`: it had it before. The others leave everything as it is:
 * `early`: the payment has not succeeded here yet. `too much`: with it more would be given back than was paid.
 */
export type RefundRecord = 'recorded' | 'known' | 'early' | 'too much'

/**
 * Records a refund that the gateway says has succeeded, all of it or nothing: the sum given back of the payment, the debt
 * in the ledger and the invoices, the letter. However often and wherever it is called for one refund, that happens once.
 */
export const recordRefund = (
  { config, database }: RecordingRefund,
  { gateway, paymentId }: { gateway: string; paymentId: string },
  refund: GatewayRefund,
  now: Date,
): Promise<RefundRecord> =>
  database.transaction(async (trx): Promise<RefundRecord> => {
    const payment = await lockPayment(trx, paymentId)
    if (!payment) throw new Error('There is no such payment')
    const named = { gateway, gatewayRefundId: refund.id }
    if (await isRefundRecorded(trx, named)) {
      await deleteRefundCheck(trx, named)
      return 'known'
    }
    if (payment.state !== 'succeeded') return 'early'
    const { account, amount, source, createdAt, request, userId } = payment
    const refundedInAll = payment.refunded + refund.amount
    if (refundedInAll > amount) return 'too much'

    const id = randomUUID()
    const at = refund.createdAt === null ? now.toISOString() : new Date(refund.createdAt).toISOString()
    await insertRefund(trx, {
      id,
      gateway,
      gateway_refund_id: refund.id,
      payment_id: paymentId,
      account,
      amount: refund.amount,
      refunded_at: at,
      recorded_at: now.toISOString(),
    })
    await applyRefund(trx, { account, amount: refund.amount, refundId: id, at })
    await deleteRefundCheck(trx, named)
    const about = { id: paymentId, account, amount, paidAt: payment.paidAt ?? createdAt }
    // Its payer has been erased.
    if (request.email === '') return 'recorded'
    const letter = refundLetter(config, {
      ...about,
      refunded: refund.amount,
      refundedInAll,
      forGuest: source === 'guest',
    })
    await enqueueLetter(trx, { to: request.email, userId, kind: 'refund', letter, now })
    return 'recorded'
  }, 'read committed')
