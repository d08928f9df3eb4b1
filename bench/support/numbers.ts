import type { Database } from 'api/db/database'
import { type RawBuilder, sql } from 'kysely'

/** SQL of both databases for rows that are counted rather than read. */
export const numbersOf = ({ dialect }: Pick<Database, 'dialect'>) => {
  const isSqlite = dialect === 'sqlite'
  return {
    /** A table `numbers (n)` for `with`: from `first` up to but without `end`. */
    numbers: (first: number, end: number) =>
      isSqlite
        ? sql`recursive numbers (n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n + 1 < ${sql.lit(end)})`
        : sql`numbers (n) as (select generate_series(${sql.lit(first)}, ${sql.lit(end - 1)}))`,
    /** A moment as it is stored, of seconds since 1970. */
    moment: (seconds: RawBuilder<unknown>) =>
      isSqlite
        ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
        : sql`to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    eightDigits: (number: RawBuilder<unknown>) =>
      isSqlite ? sql`printf('%08d', ${number})` : sql`lpad((${number})::text, 8, '0')`,
  }
}
