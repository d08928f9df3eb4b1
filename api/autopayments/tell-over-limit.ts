import type { Queries } from 'api/db/database'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { Kopecks } from 'contract/money'
import { type AutopaymentSite, autopaymentOverLimitLetter } from './autopayments.letters'
import type { Autopayment } from './autopayments.repository'
import { findLetterTo } from './letter-to.repository'

/** Tells the customer that a sum is not charged, as the limit does not allow it. */
export const tellOverLimit = async (
  trx: Queries,
  autopayment: Autopayment,
  amount: Kopecks,
  { site, now }: { site: AutopaymentSite; now: Date },
) => {
  const { to, ...about } = await findLetterTo(trx, autopayment)
  const letter = autopaymentOverLimitLetter(site, about, { amount, limit: autopayment.limit })
  await enqueueLetter(trx, { to, userId: autopayment.userId, kind: 'autopayment-over-limit', letter, now })
}
