import type { RemovedAccount } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { type AutopaymentSite, autopaymentStoppedLetter } from './autopayments.letters'
import { type Autopayment, findAutopaymentsFor, lockAutopayment } from './autopayments.repository'
import { findLetterTo } from './letter-to.repository'
import { removeAutopayment, stopAutopayment } from './stop-autopayment'

interface StopOptions {
  site: AutopaymentSite
  now: Date
}

/**
 * Pauses an autopayment whose account its customer no longer has, and tells them. It is active and locked. `ownTitle` is
 * what the customer has called the account, where that is still there.
 */
export const stopWithoutAccount = async (
  trx: Queries,
  autopayment: Autopayment,
  { site, now, ownTitle = null }: StopOptions & Pick<RemovedAccount, 'ownTitle'>,
) => {
  await stopAutopayment(trx, autopayment.id, {
    status: 'paused',
    failReason: 'account_removed',
    reason: 'no_account',
    at: now.toISOString(),
  })
  const { to } = await findLetterTo(trx, autopayment)
  const letter = autopaymentStoppedLetter(site, { account: autopayment.account, ownTitle })
  await enqueueLetter(trx, { to, userId: autopayment.userId, kind: 'autopayment-stopped', letter, now })
}

/**
 * Stops whatever pays, or is about to, for an account that its customer has just taken off the list. Returns the payments
 * that `cancelFirstPayments` is to cancel after the commit.
 */
export const stopForAccount = async (
  trx: Queries,
  { ownTitle = null, ...own }: RemovedAccount,
  stopping: StopOptions,
): Promise<string[]> => {
  const firstPayments: string[] = []
  for (const { id } of await findAutopaymentsFor(trx, own)) {
    const autopayment = await lockAutopayment(trx, id)
    if (!autopayment || autopayment.deletedAt !== null) continue
    if (autopayment.status === 'active') await stopWithoutAccount(trx, autopayment, { ...stopping, ownTitle })
    // No card is bound yet, and none is to be.
    else if (autopayment.status === 'pending')
      firstPayments.push(...(await removeAutopayment(trx, autopayment, stopping.now.toISOString())))
  }
  return firstPayments
}
