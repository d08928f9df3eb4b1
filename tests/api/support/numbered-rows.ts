import type { Queries } from 'api/db/database'
import { type RawBuilder, sql } from 'kysely'

export interface CompanySize {
  accounts: number
  /** Payments of 24 months, at least one an account. */
  payments: number
}

export type NumberedColumns = Readonly<Record<string, RawBuilder<unknown>>>

/** The number of a row, from 1. */
export const i = sql`i`
export const text = (value: string) => sql.lit(value)

/** A moment of 2024 or 2025; rows next to each other have different months and days. */
export const moment = (of: RawBuilder<unknown>) =>
  sql`('202' || (4 + (${of}) / 12 % 2) || '-' || substr('010203040506070809101112', 1 + (${of}) % 12 * 2, 2) || '-' || (10 + (${of}) % 18)
    || 'T10:00:00.000Z')`

/** A moment of the month before the clock of an API world. */
export const recently = (of: RawBuilder<unknown>) =>
  sql`('2026-02-' || (10 + (${of}) % 18) || 'T10:00:00.000Z')`

/** The account number and the user id of a row number, which repeat after this many accounts. */
export const numberedIn = (accounts: number) => ({
  account: (of: RawBuilder<unknown>) => sql`cast(1000000000 + 1 + (${of}) % ${sql.lit(accounts)} as text)`,
  user: (of: RawBuilder<unknown>) => sql`'user-' || (1 + (${of}) % ${sql.lit(accounts)})`,
})

/** Inserts `count` rows with one statement that both databases take. */
export const insertNumbered = async (db: Queries, table: string, count: number, columns: NumberedColumns) => {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select ${sql.join(Object.values(columns))} from n`.execute(db)
}
