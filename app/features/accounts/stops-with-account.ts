import type { Autopayment } from 'contract/autopayments'

/** Whether an autopayment pays for the account, or is about to; null: they could not be had. */
export const stopsWithAccount = (account: string, autopayments: readonly Autopayment[] | null): boolean =>
  autopayments?.some(
    (one) => one.account === account && (one.status === 'active' || one.status === 'pending'),
  ) ?? false
