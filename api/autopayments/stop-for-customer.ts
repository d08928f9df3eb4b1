import type { Queries } from 'api/db/database'
import { findAutopaymentsOf, lockAutopayment } from './autopayments.repository'
import { removeAutopayment } from './stop-autopayment'

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
