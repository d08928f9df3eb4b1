/**
 * Why a payment was canceled: our own list, independent of the gateway. The embedded API puts one of these into
 * `cancelReason`; another product API may put anything there, and the portal shows general words for an unknown value.
 */
export const declineReasons = [
  /** The payer did not pass the bank's 3-D Secure check. */
  '3d_secure_failed',
  /** The issuer wants its cardholder to call. */
  'call_issuer',
  /** The company canceled it at the gateway. */
  'canceled_by_company',
  'card_expired',
  /** The gateway takes no cards issued in that country. */
  'country_forbidden',
  /** The company's time to capture an authorized payment ran out. */
  'expired_on_capture',
  /** The payer did not pay on the gateway's page in time. */
  'expired_on_confirmation',
  'fraud_suspected',
  /** The issuer gave no reason. */
  'general_decline',
  'insufficient_funds',
  /** The gateway, or we, did not process it in time. Nothing was charged. */
  'internal_timeout',
  'invalid_card_number',
  'invalid_csc',
  'issuer_unavailable',
  /** The gateway never reported the outcome: nobody knows whether the payer was charged. */
  'no_answer',
  /** We did not send it to the gateway in time. Nothing was charged. */
  'not_sent',
  /** The card's own limit on payments is used up. */
  'payment_method_limit_exceeded',
  /** The issuer forbids operations with the card. */
  'payment_method_restricted',
  /** The cardholder withdrew the saved card. */
  'permission_revoked',
  /** The gateway did not accept the request. */
  'refused_by_gateway',
  /** The payer began another payment instead. */
  'replaced',
  /** The gateway gave a code that is not mapped. */
  'unknown',
  /**
   * The customer stopped, changed or removed the autopayment before its payment was sent, or less was owed by then. Nothing
   * was charged.
   */
  'withdrawn',
] as const
export type DeclineReason = (typeof declineReasons)[number]
