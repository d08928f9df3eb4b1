import type { Queries } from 'api/db/database'

export interface NewestFirst {
  /** Moments: created from one (included) to another (excluded). */
  from: string
  to: string
  /** The id to begin with; null: the newest. */
  upTo: string | null
  most: number
}

/** The ids of a page of the bank's payments or refunds, as a subquery. */
export const newestIds = (
  db: Queries,
  table: 'sandbox_payments' | 'sandbox_refunds',
  { from, to, upTo, most }: NewestFirst,
) => {
  const within = db
    .selectFrom(db.dynamic.table<typeof table>(table).as('listed'))
    .select('listed.id')
    .where('listed.created_at', '>=', from)
    .where('listed.created_at', '<', to)
    .orderBy('listed.created_at', 'desc')
    .orderBy('listed.id', 'desc')
    .limit(most)
  if (upTo === null) return within
  return within.where((eb) =>
    eb(
      eb.refTuple('listed.created_at', 'listed.id'),
      '<=',
      eb
        .selectFrom(db.dynamic.table<typeof table>(table).as('first'))
        .select(['first.created_at', 'first.id'])
        .where('first.id', '=', upTo)
        .$asTuple('created_at', 'id'),
    ),
  )
}
