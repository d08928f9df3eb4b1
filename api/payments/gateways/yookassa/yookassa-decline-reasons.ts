import type { DeclineReason } from 'contract/decline-reasons'

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
export const declineReasonOf = (code: string): DeclineReason =>
  (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? 'unknown'
