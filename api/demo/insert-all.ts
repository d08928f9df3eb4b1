import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Insertable } from 'kysely'

/** Well below the limit on parameters of one statement in both databases. */
const rowsAtOnce = 400

/** Inserts rows of any table, with a parameter for each value: a demo is small, and `jsonRows` needs the columns' types. */
export const insertAll = async <Table extends keyof Tables>(
  trx: Queries,
  table: Table,
  rows: Insertable<Tables[Table]>[],
) => {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}
