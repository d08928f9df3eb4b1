import { findOwnTitle } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { AutopaymentInLetter } from './autopayments.letters'
import type { Autopayment } from './autopayments.repository'

/** Where letters about an autopayment go, and what they call its account and its card. */
export const findLetterTo = async (
  db: Queries,
  { userId, account, methodId }: Pick<Autopayment, 'userId' | 'account' | 'methodId'>,
): Promise<{ to: string } & Required<AutopaymentInLetter>> => {
  const { to, card, kind } = await db
    .selectFrom('users')
    .leftJoin('payment_methods', (join) =>
      join.onRef('payment_methods.user_id', '=', 'users.id').on('payment_methods.id', '=', methodId),
    )
    .select(['users.email as to', 'payment_methods.title as card', 'payment_methods.kind'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const ownTitle = await findOwnTitle(db, { userId, account })
  return { to, account, ownTitle, card: card ?? '', isSbp: kind === 'sbp' }
}
