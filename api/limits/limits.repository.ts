import type { Queries } from 'api/db/database'
import { sql } from 'kysely'

export interface LimitWindow {
  key: string
  count: number
  windowEndsAt: string
}

const columns = ['key', 'count', 'window_ends_at as windowEndsAt'] as const

/** Rows are locked in this order, which prevents deadlocks. */
const inOrder = (a: string, b: string) => (a < b ? -1 : 1)

/** The windows that have not ended. */
export const openWindows = (db: Queries, keys: string[], now: string): Promise<LimitWindow[]> =>
  db
    .selectFrom('rate_limits')
    .select(columns)
    .where('key', 'in', keys)
    .where('window_ends_at', '>', now)
    .execute()

/** Counts one use of each key in one statement, in a new window where the old one has ended. Returns the new counts. */
export const countUses = (
  db: Queries,
  uses: { key: string; windowEndsAt: string }[],
  now: string,
): Promise<LimitWindow[]> =>
  db
    .insertInto('rate_limits')
    .values(
      [...uses]
        .sort((a, b) => inOrder(a.key, b.key))
        .map(({ key, windowEndsAt }) => ({ key, count: 1, window_ends_at: windowEndsAt })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate_limits.window_ends_at > ${now} then rate_limits.count + 1 else 1 end`,
        window_ends_at: sql`case when rate_limits.window_ends_at > ${now}
          then rate_limits.window_ends_at else excluded.window_ends_at end`,
      }),
    )
    .returning(columns)
    .execute()

/** Row by row, because one statement over many rows locks them in its own order. */
export const giveBackUses = async (db: Queries, keys: string[]) => {
  for (const key of keys.toSorted(inOrder))
    await db
      .updateTable('rate_limits')
      .set((set) => ({ count: set('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
}

/** Row by row, as in `giveBackUses`. */
export const forgetWindows = async (db: Queries, keys: string[]) => {
  for (const key of keys.toSorted(inOrder))
    await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}
