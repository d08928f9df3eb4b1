import type { DialectName } from 'api/db/columns'
import type { Queries } from 'api/db/database'
import { jsonRows } from 'api/db/json-rows'
import { sql } from 'kysely'

/**
 * Begins to remember what the file has had so far. In a table of the connection, because the keys of a million lines
 * would take more memory than all else together.
 */
export const beginKeys = async (trx: Queries, dialect: DialectName) => {
  if (dialect === 'postgres') {
    await sql`create temporary table import_keys (key text collate "C" primary key) on commit drop`.execute(
      trx,
    )
    return
  }
  await sql`create temporary table if not exists import_keys (key text primary key)`.execute(trx)
  await sql`delete from import_keys`.execute(trx)
}

/** Those of the keys that the file has not had before. */
export const takeKeys = async (trx: Queries, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const rows = jsonRows(
    { key: 'text' },
    keys.map((key) => ({ key })),
  )
  const taken = await sql<{ key: string }>`insert into import_keys (key) ${rows}
    on conflict do nothing returning key`.execute(trx)
  return new Set(taken.rows.map(({ key }) => key))
}
