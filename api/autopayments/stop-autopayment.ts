import type { RemovedAccount } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import { isLinkedMethod, type Payments, unlinkMethod } from 'api/payments'
import { errorFields, type Log } from 'monitoring/log'
import {
  autopaymentStoppedLetter,
  autopaymentSuspendedLetter,
  type LetterContext,
  mailAboutAutopayment,
} from './autopayments.letters'
import {
  type Autopayment,
  findAutopaymentsBy,
  findAutopaymentsFor,
  findAutopaymentsOf,
  lockAutopayment,
  updateAutopayment,
} from './autopayments.repository'
import { skipRuns } from './end-runs'

interface Stop {
  status: 'paused' | 'failed'
  /** `null` if the customer stopped it. */
  failReason: Autopayment['failReason']
  /** Why the planned runs are skipped. */
  reason: AutopaymentRunReason
  at: string
}

/** Stops all charges until the customer resumes it. The autopayment is locked. */
export const stopAutopayment = async (trx: Queries, id: string, { status, failReason, reason, at }: Stop) => {
  await updateAutopayment(trx, id, { status, fail_reason: failReason, next_plan_at: null })
  await skipRuns(trx, id, { reason, at })
}

/** Pauses the autopayments of a saved method that its owner has just unlinked. */
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
 * Removes an autopayment, and its card unless another autopayment charges it. The autopayment is locked. Returns its first
 * payment if that is pending: see `cancelFirstPayments`.
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
 * Removes all autopayments of a customer with their cards; mails nothing. Returns the payments that `cancelFirstPayments`
 * has to cancel after the commit.
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

/**
 * Pauses an autopayment whose account its customer no longer has, and mails them. It is active and locked. `ownTitle` is
 * the customer's own name for the account, if it is still stored.
 */
export const stopWithoutAccount = async (
  trx: Queries,
  autopayment: Autopayment,
  { site, now, ownTitle = null }: LetterContext & Pick<RemovedAccount, 'ownTitle'>,
) => {
  await stopAutopayment(trx, autopayment.id, {
    status: 'paused',
    failReason: 'account_removed',
    reason: 'no_account',
    at: now.toISOString(),
  })
  const { account } = autopayment
  await mailAboutAutopayment(trx, autopayment, now, () =>
    autopaymentStoppedLetter(site, { account, ownTitle }),
  )
}

/**
 * Stops the autopayments of an account that its customer no longer has. Returns the payments that `cancelFirstPayments` has
 * to cancel after the commit.
 */
export const stopForAccount = async (
  trx: Queries,
  { ownTitle = null, ...own }: RemovedAccount,
  options: LetterContext,
): Promise<string[]> => {
  const firstPayments: string[] = []
  for (const { id } of await findAutopaymentsFor(trx, own)) {
    const autopayment = await lockAutopayment(trx, id)
    if (!autopayment || autopayment.deletedAt !== null) continue
    if (autopayment.status === 'active') await stopWithoutAccount(trx, autopayment, { ...options, ownTitle })
    // No card is saved yet.
    else if (autopayment.status === 'pending')
      firstPayments.push(...(await removeAutopayment(trx, autopayment, options.now.toISOString())))
  }
  return firstPayments
}

/**
 * Pauses an autopayment whose card can't be charged, and mails its customer, who may have been warned of the charge. It is
 * active and locked. A card that is still linked belongs to a gateway or shop that is no longer used.
 */
export const stopWithoutCard = async (
  trx: Queries,
  autopayment: Autopayment,
  { site, now }: LetterContext,
) => {
  const { id, userId, methodId } = autopayment
  const isLinked = methodId !== null && (await isLinkedMethod(trx, { userId, id: methodId }))
  const stopReason = isLinked ? 'other_gateway' : 'permission_revoked'
  await stopAutopayment(trx, id, {
    status: 'paused',
    failReason: stopReason,
    reason: isLinked ? 'other_gateway' : 'unlinked',
    at: now.toISOString(),
  })
  await mailAboutAutopayment(trx, autopayment, now, (about) =>
    autopaymentSuspendedLetter(site, about, { stopReason }),
  )
}

/**
 * Cancels the first payments of removed autopayments, if their gateways can. Call it after the removal's commit. A payment
 * that is not canceled pays the account and saves no card.
 */
export const cancelFirstPayments = async (
  { payments, log }: { payments: Pick<Payments, 'cancel'>; log: Log },
  firstPayments: readonly string[],
) => {
  const cancel = (payment: string) =>
    payments
      .cancel(payment, 'withdrawn')
      .catch((error: unknown) =>
        log.error(
          { ...errorFields(error), payment },
          'the first payment of a removed autopayment could not be canceled',
        ),
      )
  await Promise.all(firstPayments.map(cancel))
}
