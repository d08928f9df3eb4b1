import type { Queries } from 'api/db/database'
import type { CopiedRows } from 'api/db/lifecycle'
import { lifecycles } from 'api/db/tables'
import { sql } from 'kysely'
import type { Section } from './json-document'

/** A table whose lifecycle declares the columns for the copy. */
interface CopiedTable extends CopiedRows<string> {
  table: string
}

const copiedTables = lifecycles.flatMap(([table, { copy }]): CopiedTable[] =>
  'section' in copy ? [{ table, ...copy }] : [],
)

/** The sections of the copy that tables declare. */
export const declaredSections = (db: Queries, userId: string): Record<string, Section> =>
  Object.fromEntries(
    copiedTables.map(({ section }) => [
      section,
      {
        read: () =>
          readSection(
            db,
            userId,
            copiedTables.filter((table) => table.section === section),
          ),
      },
    ]),
  )

const readSection = async (db: Queries, userId: string, tables: readonly CopiedTable[]): Promise<unknown> => {
  const section: Record<string, unknown> = {}
  for (const table of tables) {
    const rows = await readRows(db, userId, table)
    const { within } = table
    if (within === undefined) return rows
    if (within === 'spread') Object.assign(section, rows[0])
    else if ('row' in within) section[within.row] = rows[0] ?? null
    else section[within.rows] = rows
  }
  return section
}

const readRows = async (db: Queries, userId: string, { table, columns, flags = [], order }: CopiedTable) => {
  const shownColumns = columns.map((column) => {
    const [name = column, alias = name] = column.split(' as ')
    return { name, alias }
  })
  const selectTerms = shownColumns.map(({ name, alias }) => sql`${sql.ref(name)} as ${sql.ref(alias)}`)
  const orderTerms = order.map((column) => {
    const [name = column, direction] = column.split(' ')
    return direction === undefined ? sql.ref(name) : sql`${sql.ref(name)} desc`
  })
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(selectTerms)} from ${sql.table(table)}
      where user_id = ${userId} order by ${sql.join(orderTerms)}`.execute(db)
  const flagColumns = shownColumns.filter(({ name }) => flags.includes(name))
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(flagColumns.map(({ alias }) => [alias, row[alias] === 1])),
  }))
}
