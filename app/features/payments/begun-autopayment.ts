import type { Autopayment } from 'contract/autopayments'
import type { Payment } from 'contract/payments'

/** What has come of an autopayment whose first payment succeeded. */
export type BegunAutopayment = 'connected' | 'card not saved' | 'not working'

/** As the customer's autopayments show it; null: they could not be had, and nothing speaks against it. */
export const begunBy = (
  { id, account }: Payment,
  autopayments: readonly Autopayment[] | null,
): BegunAutopayment => {
  if (!autopayments) return 'connected'
  const own =
    autopayments.find(({ firstPayment }) => firstPayment === id) ??
    autopayments.find(({ lastPayment }) => lastPayment?.id === id)
  if (own) return stateOf(own)
  // An API that does not name first payments names only the last one: it may have paid since.
  const pays = autopayments.some((one) => one.account === account && stateOf(one) === 'connected')
  return pays ? 'connected' : 'not working'
}

const stateOf = ({ status, method }: Autopayment): BegunAutopayment => {
  if (status === 'active' || status === 'pending') return 'connected'
  return status === 'failed' && !method ? 'card not saved' : 'not working'
}
