import { sql } from 'kysely'
import type { DialectName } from './counted-dialect'
import type { Queries } from './database'

/**
 * Until the transaction ends PostgreSQL reads no table as a whole where it has an index. Of a table that an
 * import has just filled it has no statistics, and would read all of it for each portion.
 */
export const goByIndexes = async (trx: Queries, dialect: DialectName) => {
  if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
}
