import type { Database } from 'api/db/database'
import { sql } from 'kysely'

export interface DatabaseColumn {
  table: string
  name: string
  type: 'text' | 'number'
  nullable: boolean
  hasDefault: boolean
}

interface FoundColumn {
  table_name: string
  column_name: string
  type: string
  nullable: 0 | 1
  has_default: 0 | 1
}

// SQLite allows null in a primary key, PostgreSQL never does.
const onSqlite = sql<FoundColumn>`
  select t.name as table_name, c.name as column_name, c.type as type,
    c."notnull" = 0 and c.pk = 0 as nullable, c.dflt_value is not null as has_default
  from sqlite_master t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite_%'`

const onPostgres = sql<FoundColumn>`
  select table_name, column_name, data_type as type,
    (is_nullable = 'YES')::int as nullable, (column_default is not null)::int as has_default
  from information_schema.columns where table_schema = current_schema()`

const numbers = ['integer', 'bigint', 'real', 'double precision']

const scalar = (table: string, type: string): DatabaseColumn['type'] => {
  if (type.toLowerCase() === 'text') return 'text'
  if (numbers.includes(type.toLowerCase())) return 'number'
  throw new Error(`${table} has a column of the type ${type}`)
}

/** The columns that the migrations have created, without the table of the migrations themselves. */
export const columnsOf = async ({ db, dialect }: Database): Promise<DatabaseColumn[]> => {
  const { rows } = await (dialect === 'sqlite' ? onSqlite : onPostgres).execute(db)
  return rows
    .filter(({ table_name }) => table_name !== 'migrations')
    .map(({ table_name, column_name, type, nullable, has_default }) => ({
      table: table_name,
      name: column_name,
      type: scalar(table_name, type),
      nullable: nullable === 1,
      hasDefault: has_default === 1,
    }))
}
