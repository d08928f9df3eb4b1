import type { DeclineReason } from 'contract/decline-reasons'
import type { MethodKind } from 'contract/payments'
import { addDays, addMonths } from 'format/dates'
import { z } from 'zod'
import type { GatewayPayment } from '../payment-gateway'
import { cardTitle, isPurposeOfSeveral, methodTitles } from './yookassa.words'
import { yookassaAmount } from './yookassa-amount'

const card = z.object({
  last4: z.string().regex(/^\d{4}$/),
  card_type: z.string().nullish(),
  expiry_month: z
    .string()
    .regex(/^\d{1,2}$/)
    .nullish(),
  expiry_year: z
    .string()
    .regex(/^\d{4}$/)
    .nullish(),
})

const paymentMethod = z.object({
  type: z.string(),
  id: z.string(),
  saved: z.boolean().nullish(),
  title: z.string().nullish(),
  card: card.nullish(),
})

/** The fields of the gateway's payment that we read. */
export const yookassaPayment = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: yookassaAmount,
  created_at: z.iso.datetime({ offset: true }).nullish(),
  captured_at: z.iso.datetime({ offset: true }).nullish(),
  description: z.string().nullish(),
  metadata: z.object({ payment: z.string().nullish(), account: z.string().nullish() }).nullish(),
  confirmation: z.object({ confirmation_url: z.string().nullish() }).nullish(),
  payment_method: paymentMethod.nullish(),
  cancellation_details: z.object({ party: z.string().nullish(), reason: z.string() }).nullish(),
  receipt_registration: z.string().nullish(),
})

/** A page of `GET /payments`; `next_cursor` is there only when more follows. */
export const yookassaPayments = z.object({
  type: z.literal('list'),
  items: z.array(yookassaPayment),
  next_cursor: z.string().min(1).nullish(),
})

type YookassaPayment = z.output<typeof yookassaPayment>

const statusOf = {
  pending: 'pending',
  waiting_for_capture: 'pending',
  succeeded: 'succeeded',
  canceled: 'canceled',
} as const

const receiptOf: Readonly<Record<string, 'pending' | 'done' | 'failed'>> = {
  pending: 'pending',
  succeeded: 'done',
  canceled: 'failed',
}

const kinds: Readonly<Record<string, MethodKind>> = {
  bank_card: 'card',
  sbp: 'sbp',
  sberbank: 'sberpay',
}

/** The most characters of a code that we store. */
const longestCode = 100

/** Converts the gateway's payment to ours. */
export const asGatewayPayment = (payment: YookassaPayment): GatewayPayment => {
  const { payment_method: usedMethod, status, metadata } = payment
  const code = payment.cancellation_details?.reason
  const method = usedMethod ? { kind: kindOf(usedMethod.type), title: titleOf(usedMethod) } : null
  const receipt = receiptOf[payment.receipt_registration ?? '']
  return {
    id: payment.id,
    status: statusOf[status],
    amount: payment.amount.value,
    currency: payment.amount.currency,
    paymentId: metadata?.payment ?? null,
    account: metadata?.account ?? null,
    isForSeveral: isPurposeOfSeveral(payment.description ?? ''),
    createdAt: payment.created_at ?? null,
    confirmationUrl: statusOf[status] === 'pending' ? (payment.confirmation?.confirmation_url ?? null) : null,
    paidAt: status === 'succeeded' ? (payment.captured_at ?? null) : null,
    method,
    saved:
      usedMethod?.saved && method ? { id: usedMethod.id, ...method, expiresAt: expiryOf(usedMethod) } : null,
    declineReason: code === undefined ? null : declineReasonOf(code),
    gatewayCode: code?.slice(0, longestCode) ?? null,
    receipt: receipt ? { status: receipt, url: null } : null,
  }
}

const kindOf = (type: string): MethodKind => (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? 'other'

const titleOf = ({ type, card: usedCard }: z.output<typeof paymentMethod>) =>
  usedCard ? cardTitle(usedCard.card_type, usedCard.last4) : methodTitles[kindOf(type)]

/** The last day of the month that is printed on the card. */
const expiryOf = ({ card: usedCard }: z.output<typeof paymentMethod>) => {
  if (!usedCard?.expiry_year || !usedCard.expiry_month) return null
  const month = `${usedCard.expiry_year}-${usedCard.expiry_month.padStart(2, '0')}`
  return /-(0[1-9]|1[0-2])$/.test(month) ? addDays(`${addMonths(month, 1)}-01`, -1) : null
}

/** `cancellation_details.reason` of a payment: https://yookassa.ru/developers/payment-acceptance/after-the-payment/declined-payments */
const reasons: Readonly<Record<string, DeclineReason>> = {
  '3d_secure_failed': '3d_secure_failed',
  call_issuer: 'call_issuer',
  canceled_by_merchant: 'canceled_by_company',
  card_expired: 'card_expired',
  country_forbidden: 'country_forbidden',
  expired_on_capture: 'expired_on_capture',
  expired_on_confirmation: 'expired_on_confirmation',
  fraud_suspected: 'fraud_suspected',
  general_decline: 'general_decline',
  insufficient_funds: 'insufficient_funds',
  internal_timeout: 'internal_timeout',
  invalid_card_number: 'invalid_card_number',
  invalid_csc: 'invalid_csc',
  issuer_unavailable: 'issuer_unavailable',
  payment_method_limit_exceeded: 'payment_method_limit_exceeded',
  payment_method_restricted: 'payment_method_restricted',
  permission_revoked: 'permission_revoked',
}

/** YooKassa may add codes: what is not listed is `unknown`. */
const declineReasonOf = (code: string): DeclineReason =>
  (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? 'unknown'
