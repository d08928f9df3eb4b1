import { mayBeTriedAgain } from 'api/autopayments/after-decline'
import type { Autopayment } from 'api/autopayments/autopayments.repository'
import type { Queries } from 'api/db/database'
import { findSavedMethod } from 'api/payments/payment-methods.repository'
import { isOwnAccount } from 'api/register/own-account.repository'
import type { ResumeNeeds } from 'contract/autopayments'

/** What a stopped autopayment lacks to charge again; null: nothing. */
export const resumeNeeds = async (
  db: Queries,
  { status, userId, account, methodId, failReason }: Autopayment,
  { gateway }: { gateway: string },
): Promise<ResumeNeeds | null> => {
  if (!(await isOwnAccount(db, { userId, account }))) return 'account'
  if (status === 'failed' && !mayBeTriedAgain(failReason ?? '')) return 'card'
  const method = methodId === null ? undefined : await findSavedMethod(db, { userId, gateway, id: methodId })
  return method ? null : 'card'
}
