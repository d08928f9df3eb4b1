import type { Queries } from 'api/db/database'
import type { Place, Span } from '../register-days'

const rowsAtOnce = 2_000

/** What customers changed, oldest first, a page after the other. Those who were erased are not in it. */
export const findChanges = (db: Queries, { since, until }: Span, after: Place | undefined) =>
  db
    .selectFrom('customer_changes')
    .innerJoin('users', 'users.id', 'customer_changes.user_id')
    .select([
      'customer_changes.id',
      'customer_changes.at',
      'customer_changes.user_id as userId',
      'customer_changes.kind',
      'customer_changes.account',
      'customer_changes.before',
      'customer_changes.after',
      'users.name',
      'users.email',
      'users.phone',
    ])
    .where('customer_changes.at', '>=', since)
    .where('customer_changes.at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('customer_changes.at', 'customer_changes.id'),
          '>',
          eb.tuple(after?.at ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('customer_changes.at')
    .orderBy('customer_changes.id')
    .limit(rowsAtOnce)
    .execute()

export type CustomerChange = Awaited<ReturnType<typeof findChanges>>[number]
