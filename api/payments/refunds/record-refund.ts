import { randomUUID } from 'node:crypto'
import { findOwnTitle } from 'api/accounts'
import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import { balanceOf } from 'api/ledger/ledger.repository'
import { applyRefund } from 'api/ledger/postings'
import type { LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { GatewayRefund } from 'api/payments/gateways/payment-gateway'
import { type Kopecks, toKopecks, totalOf } from 'contract/money'
import {
  findPayment,
  lockOthersOfBasket,
  lockPayment,
  type StoredPayment,
} from '../store/payments.repository'
import { refundLetter } from './refunds.letters'
import {
  deleteRefundCheck,
  findRefundedPart,
  insertRefund,
  isRefundRecorded,
  nextShareOf,
} from './refunds.repository'

export interface RecordRefundOptions {
  config: LetterSite & Pick<ApiConfig, 'timeZone'>
  database: Pick<Database, 'transaction'>
}

/**
 * `recorded`: by this call. `duplicate`: recorded before. `early`: the payment has not succeeded here yet. `too much`: more
 * would be refunded than was paid. Only `recorded` changes anything.
 */
type RefundRecord = 'recorded' | 'duplicate' | 'early' | 'too much'

/**
 * Records a refund that has succeeded at the gateway, once, in one transaction: the refunded sum of the payment or of each
 * payment of its basket, the debt in the ledger and the invoices, and the letter.
 */
export const recordRefund = (
  { config, database }: RecordRefundOptions,
  { gateway, paymentId }: { gateway: string; paymentId: string },
  refund: GatewayRefund,
  now: Date,
): Promise<RefundRecord> =>
  database.transaction(async (trx): Promise<RefundRecord> => {
    const refundedPayment = await findPayment(trx, paymentId)
    const charge = await lockPayment(trx, refundedPayment?.basketId ?? paymentId)
    if (!charge) throw new Error('There is no such payment')
    const refundRef = { gateway, gatewayRefundId: refund.id }
    if (await isRefundRecorded(trx, refundRef)) {
      await deleteRefundCheck(trx, refundRef)
      return 'duplicate'
    }
    if (charge.state !== 'succeeded') return 'early'
    const others = await lockOthersOfBasket(trx, charge)
    const shares = await sharesOf(
      trx,
      { payments: [...others, charge], requestedId: paymentId, charge },
      refund,
    )
    if (shares.length === 0) return 'too much'
    const at = refund.createdAt === null ? now.toISOString() : new Date(refund.createdAt).toISOString()
    for (const [index, { payment, amount }] of shares.entries()) {
      const id = randomUUID()
      await insertRefund(trx, {
        id,
        gateway,
        gateway_refund_id: index === 0 ? refund.id : nextShareOf(refund.id, index),
        payment_id: payment.id,
        account: payment.account,
        amount,
        refunded_at: at,
        recorded_at: now.toISOString(),
      })
      await applyRefund(trx, { account: payment.account, amount, refundId: id, at })
      // Refunding an overpayment makes no debt.
      const debtIncrease = toKopecks(Math.max(0, Math.min(amount, await balanceOf(trx, payment.account))))
      await mailPayer(config, trx, payment, { amount, debtIncrease, now })
    }
    await deleteRefundCheck(trx, refundRef)
    return 'recorded'
  }, 'read committed')

interface Share {
  payment: StoredPayment
  amount: Kopecks
}

/**
 * Divides a refund among the payments of its basket. It belongs to the payment that the operator named. If it was not
 * requested here, it belongs to a payment with exactly this sum left, or to one payment after another. Empty if the refund
 * exceeds what is left.
 */
const sharesOf = async (
  trx: Queries,
  {
    payments,
    requestedId,
    charge,
  }: { payments: readonly StoredPayment[]; requestedId: string; charge: StoredPayment },
  refund: GatewayRefund,
): Promise<Share[]> => {
  const ids = payments.map(({ id }) => id)
  const paymentId =
    charge.basketId === null || requestedId !== charge.id
      ? requestedId
      : await findRefundedPart(trx, ids, refund)
  const only =
    payments.find(({ id }) => id === paymentId) ??
    payments.find((payment) => leftOf(payment) === refund.amount)
  if (only) return leftOf(only) < refund.amount ? [] : [{ payment: only, amount: refund.amount }]
  let left: number = refund.amount
  const shares: Share[] = []
  for (const payment of payments) {
    const amount = toKopecks(Math.min(left, leftOf(payment)))
    if (amount > 0) shares.push({ payment, amount })
    left -= amount
  }
  return left > 0 ? [] : shares
}

const leftOf = ({ amount, refunded }: StoredPayment) => amount - refunded

const mailPayer = async (
  config: RecordRefundOptions['config'],
  trx: Queries,
  payment: StoredPayment,
  { amount: refunded, debtIncrease, now }: { amount: Kopecks; debtIncrease: Kopecks; now: Date },
) => {
  const { id, account, amount, source, createdAt, paidAt, request, userId } = payment
  // The payer has been erased.
  if (request.email === '') return
  const letter = refundLetter(config, {
    id,
    account,
    ownTitle: await findOwnTitle(trx, { userId, account }),
    amount,
    paidAt: paidAt ?? createdAt,
    refunded,
    refundedInAll: totalOf([payment.refunded, refunded]),
    debtIncrease,
    forGuest: source === 'guest',
  })
  await enqueueLetter(trx, { to: request.email, userId, letter, now })
}
