import type { Autopayment } from 'contract/autopayments'

/** Whether the account has an autopayment that charges or waits for its first payment. */
export const hasAutopayment = (account: string, autopayments: readonly Autopayment[]): boolean =>
  autopayments.some((one) => one.account === account && (one.status === 'active' || one.status === 'pending'))
