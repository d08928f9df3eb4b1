import type { Autopayment } from 'contract/autopayments'
import type { Payment } from 'contract/payments'

/** What became of an autopayment whose first payment succeeded. */
export type AutopaymentOutcome = 'connected' | 'card not saved' | 'not working'

/** Derived from the customer's autopayments. */
export const outcomeOfFirstPayment = (
  { id, account }: Payment,
  autopayments: readonly Autopayment[],
): AutopaymentOutcome => {
  const own =
    autopayments.find(({ firstPayment }) => firstPayment === id) ??
    autopayments.find(({ lastPayment }) => lastPayment?.id === id)
  if (own) return outcomeOf(own)
  // An API without `firstPayment` names only the last payment, which may be a later one.
  const pays = autopayments.some((one) => one.account === account && outcomeOf(one) === 'connected')
  return pays ? 'connected' : 'not working'
}

const outcomeOf = ({ status, method }: Autopayment): AutopaymentOutcome => {
  if (status === 'active' || status === 'pending') return 'connected'
  return status === 'failed' && !method ? 'card not saved' : 'not working'
}
