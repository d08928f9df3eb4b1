import type { Autopayment } from 'contract/autopayments'
import type { Payment } from 'contract/payments'

/**
 * What became of an autopayment by its first payment: while that waits, whether there is an autopayment at all; when it
 * succeeded, whether it works.
 */
export type AutopaymentOutcome = 'connected' | 'card not saved' | 'not working' | 'removed'

/** Derived from the customer's autopayments. */
export const outcomeOfFirstPayment = (
  { id, account, status }: Payment,
  autopayments: readonly Autopayment[],
): AutopaymentOutcome => {
  const own =
    autopayments.find(({ firstPayment }) => firstPayment === id) ??
    autopayments.find(({ lastPayment }) => lastPayment?.id === id)
  if (status === 'pending') return own ? 'connected' : 'removed'
  if (own) return outcomeOf(own)
  // An API without `firstPayment` names only the last payment, which may be a later one.
  const pays = autopayments.some((one) => one.account === account && outcomeOf(one) === 'connected')
  return pays ? 'connected' : 'not working'
}

const outcomeOf = ({ status, method }: Autopayment): AutopaymentOutcome => {
  if (status === 'active' || status === 'pending') return 'connected'
  return status === 'failed' && !method ? 'card not saved' : 'not working'
}
