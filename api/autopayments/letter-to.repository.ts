import type { Queries } from 'api/db/database'
import type { Autopayment } from './autopayments.repository'

/** Where letters about an autopayment go, and the name of its card. */
export const findLetterTo = async (
  db: Queries,
  { userId, methodId }: Pick<Autopayment, 'userId' | 'methodId'>,
): Promise<{ to: string; card: string }> => {
  const { to, card } = await db
    .selectFrom('users')
    .leftJoin('payment_methods', (join) =>
      join.onRef('payment_methods.user_id', '=', 'users.id').on('payment_methods.id', '=', methodId),
    )
    .select(['users.email as to', 'payment_methods.title as card'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { to, card: card ?? '' }
}
