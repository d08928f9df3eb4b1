import { sql } from 'kysely'
import type { DialectName } from './columns'
import type { Queries } from './database'

/**
 * Until the transaction ends PostgreSQL reads no table as a whole where it has an index. Of a table that the transaction
 * itself fills it has no statistics, and would read all of it for each batch.
 */
export const goByIndexes = async (trx: Queries, dialect: DialectName) => {
  if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
}
