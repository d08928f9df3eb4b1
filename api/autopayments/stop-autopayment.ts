import type { Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import { unlinkMethod } from 'api/payments'
import {
  type Autopayment,
  findAutopaymentsBy,
  findAutopaymentsOf,
  lockAutopayment,
  updateAutopayment,
} from './autopayments.repository'
import { skipRuns } from './end-runs'

/** `failReason`: null where the customer asked to stop it. */
interface Stop {
  status: 'paused' | 'failed'
  failReason: Autopayment['failReason']
  /** Why what was planned is not charged. */
  reason: AutopaymentRunReason
  at: string
}

/** Charges no more until the customer does something. The autopayment is locked. */
export const stopAutopayment = async (trx: Queries, id: string, { status, failReason, reason, at }: Stop) => {
  await updateAutopayment(trx, id, { status, fail_reason: failReason, next_plan_at: null })
  await skipRuns(trx, id, { reason, at })
}

/** Pauses whatever would be charged to a method that its owner has just withdrawn. */
export const stopChargesTo = async (trx: Queries, methodId: string, at: string) => {
  for (const { id } of await findAutopaymentsBy(trx, methodId)) {
    const autopayment = await lockAutopayment(trx, id)
    if (autopayment?.status !== 'active') continue
    await stopAutopayment(trx, id, {
      status: 'paused',
      failReason: 'permission_revoked',
      reason: 'unlinked',
      at,
    })
  }
}

/**
 * Removes an autopayment together with its card, unless another one charges that. The autopayment is locked. Returns the
 * payment that was to bind a card, if it waits for one: see `cancelFirstPayments`.
 */
export const removeAutopayment = async (
  trx: Queries,
  { id, userId, methodId, status, firstPayment }: Autopayment,
  at: string,
): Promise<string[]> => {
  await updateAutopayment(trx, id, { deleted_at: at, next_plan_at: null })
  await skipRuns(trx, id, { reason: 'removed', at })
  const isShared = methodId !== null && (await findAutopaymentsBy(trx, methodId)).length > 0
  if (methodId !== null && !isShared) await unlinkMethod(trx, { userId, id: methodId, now: at })
  return status === 'pending' ? [firstPayment] : []
}

/**
 * Removes all autopayments of a customer, with their cards, and withdraws the consents to them. No letter tells of it.
 * Returns the payments that `cancelFirstPayments` is to cancel after the commit.
 */
export const removeAutopaymentsOf = async (trx: Queries, userId: string, now: Date): Promise<string[]> => {
  const firstPayments: string[] = []
  for (const { id } of await findAutopaymentsOf(trx, userId)) {
    const autopayment = await lockAutopayment(trx, id)
    if (autopayment?.deletedAt === null)
      firstPayments.push(...(await removeAutopayment(trx, autopayment, now.toISOString())))
  }
  return firstPayments
}
