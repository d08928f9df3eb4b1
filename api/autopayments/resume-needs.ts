import { hasRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { type ChargeableShops, findSavedMethod } from 'api/payments'
import type { ResumeNeeds } from 'contract/autopayments'
import { mayBeTriedAgain } from './after-decline'
import type { Autopayment } from './autopayments.repository'

/** What a stopped autopayment lacks to charge again, the card first: without it none is resumed; null: nothing. */
export const resumeNeeds = async (
  db: Queries,
  { status, userId, account, methodId, failReason }: Autopayment,
  { chargeable, now }: { chargeable: ChargeableShops; now: Date },
): Promise<ResumeNeeds | null> => {
  if (status === 'failed' && !mayBeTriedAgain(failReason)) return 'card'
  const method =
    methodId === null ? undefined : await findSavedMethod(db, { userId, chargeable, id: methodId })
  if (!method) return 'card'
  return (await hasRight(db, { userId, account, now }, 'pay')) ? null : 'account'
}
