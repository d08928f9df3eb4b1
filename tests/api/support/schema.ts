import type { Database } from 'api/db/database'
import { sql } from 'kysely'
import { columnsOf, type DatabaseColumn } from './database-columns'

export interface Schema {
  columns: DatabaseColumn[]
  /** Constraints, unique indexes and triggers, which may refuse a row. */
  rules: { table: string; definition: string }[]
}

interface FoundRule {
  table_name: string
  definition: string
}

const rulesOnSqlite = sql<FoundRule>`
  select m.name as table_name, 'unique (' || group_concat(i.name) || ')' as definition
  from sqlite_master m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
  where m.type = 'table' and l."unique" = 1 and m.name not like 'sqlite_%'
  group by m.name, l.name
  union all
  select tbl_name, 'trigger ' || name from sqlite_master where type = 'trigger'
  order by 1, 2`

const rulesOnPostgres = sql<FoundRule>`
  select conrelid::regclass::text as table_name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where connamespace = current_schema()::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select tablename, indexdef from pg_indexes
  where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'
  union all
  select tgrelid::regclass::text, 'trigger ' || tgname from pg_trigger where not tgisinternal
  order by 1, 2`

export const schemaOf = async (database: Database): Promise<Schema> => {
  const { db, dialect } = database
  const { rows } = await (dialect === 'sqlite' ? rulesOnSqlite : rulesOnPostgres).execute(db)
  return {
    columns: await columnsOf(database),
    rules: rows
      .filter(({ table_name }) => table_name !== 'migrations')
      .map(({ table_name, definition }) => ({ table: table_name, definition })),
  }
}

/** The changes of a schema that could break code written for the former one. */
export const breakingChanges = (former: Schema, changed: Schema): string[] => {
  const nameOf = ({ table, name }: DatabaseColumn) => `${table}.${name}`
  const tables = new Set(former.columns.map(({ table }) => table))
  const formerNames = new Set(former.columns.map(nameOf))
  const now = new Map(changed.columns.map((column) => [nameOf(column), column]))
  const isRequired = ({ nullable, hasDefault }: DatabaseColumn) => !nullable && !hasDefault

  const ofColumns = former.columns.flatMap((column) => {
    const found = now.get(nameOf(column))
    if (!found) return [`${nameOf(column)} is gone`]
    if (found.type !== column.type) return [`${nameOf(column)} has another type`]
    if (isRequired(found) && !isRequired(column)) return [`${nameOf(column)} is required`]
    if (!found.nullable && column.nullable) return [`${nameOf(column)} takes no null`]
    return []
  })
  const ofNewColumns = changed.columns
    .filter((column) => tables.has(column.table) && !formerNames.has(nameOf(column)) && isRequired(column))
    .map((column) => `${nameOf(column)} is new and required`)
  const formerRules = new Set(former.rules.map(({ table, definition }) => `${table}: ${definition}`))
  const ofRules = changed.rules
    .filter(({ table, definition }) => tables.has(table) && !formerRules.has(`${table}: ${definition}`))
    .filter(({ table, definition }) =>
      uniqueColumns(definition).every((name) => formerNames.has(`${table}.${name}`)),
    )
    .map(({ table, definition }) => `${table} has a new rule: ${definition}`)
  return [...ofColumns, ...ofNewColumns, ...ofRules]
}

/** The columns of a unique index. Former code leaves a new column null, and null never breaks a unique index. */
const uniqueColumns = (definition: string): string[] =>
  /^(?:unique|create unique index .* using btree) \(([\w, ]+)\)/i.exec(definition)?.[1]?.split(/, ?/) ?? []

/** The schema as sorted lines, to compare and to read. */
export const schemaInLines = ({ columns, rules }: Schema): string =>
  [
    ...columns.map(
      ({ table, name, type, nullable, hasDefault }) =>
        `${table}.${name} ${type}${nullable ? ' null' : ''}${hasDefault ? ' default' : ''}`,
    ),
    ...rules.map(({ table, definition }) => `${table}: ${definition}`),
  ]
    .toSorted()
    .join('\n')
