import type { Queries } from 'api/db/database'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { isLinkedMethod } from 'api/payments'
import { type AutopaymentSite, autopaymentSuspendedLetter } from './autopayments.letters'
import type { Autopayment } from './autopayments.repository'
import { findLetterTo } from './letter-to.repository'
import { stopAutopayment } from './stop-autopayment'

/**
 * Pauses an autopayment whose card can't be charged, and tells its customer, as a letter has promised the charge. It is
 * active and locked. A card that is still linked belongs to a gateway or a shop that is not used any more.
 */
export const stopWithoutCard = async (
  trx: Queries,
  autopayment: Autopayment,
  { site, now }: { site: AutopaymentSite; now: Date },
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
  const { to, ...about } = await findLetterTo(trx, autopayment)
  const letter = autopaymentSuspendedLetter(site, about, { stopReason })
  await enqueueLetter(trx, { to, userId, kind: 'autopayment-suspended', letter, now })
}
