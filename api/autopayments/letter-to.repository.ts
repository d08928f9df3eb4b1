import type { Queries } from 'api/db/database'
import type { Autopayment } from './autopayments.repository'

/** Where letters about an autopayment go, and what it charges: the name of its card, or an account through SBP. */
export const findLetterTo = async (
  db: Queries,
  { userId, methodId }: Pick<Autopayment, 'userId' | 'methodId'>,
): Promise<{ to: string; card: string; isSbp: boolean }> => {
  const { to, card, kind } = await db
    .selectFrom('users')
    .leftJoin('payment_methods', (join) =>
      join.onRef('payment_methods.user_id', '=', 'users.id').on('payment_methods.id', '=', methodId),
    )
    .select(['users.email as to', 'payment_methods.title as card', 'payment_methods.kind'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { to, card: card ?? '', isSbp: kind === 'sbp' }
}
