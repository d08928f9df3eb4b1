import { batchesOf } from 'api/db/batches-of'
import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Insertable } from 'kysely'

export const insertAll = async <Table extends keyof Tables>(
  trx: Queries,
  table: Table,
  rows: Insertable<Tables[Table]>[],
) => {
  for (const batch of batchesOf(rows)) await trx.insertInto(table).values(batch).execute()
}
