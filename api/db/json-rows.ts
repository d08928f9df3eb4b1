import { type RawBuilder, sql } from 'kysely'

/** Types of columns that both databases know by these names. */
type ColumnType = 'text' | 'bigint' | 'real'

const typeNames: Readonly<Record<ColumnType, RawBuilder<unknown>>> = {
  text: sql`text`,
  bigint: sql`bigint`,
  real: sql`double precision`,
}

type Value = string | number | null | undefined

/**
 * Rows as one parameter, as a SELECT with these columns:
 * `insert into t (a, b) ${jsonRows({ a: 'text', b: 'bigint' }, rows)}`, or
 * `update t set b = given.b from (${jsonRows(…)}) as given where t.a = given.a`. With a parameter for each value, the
 * statement would differ for each number of rows and take a megabyte when SQLite has prepared it, and Kysely would make
 * an object for each value.
 */
export const jsonRows = <Name extends string>(
  columns: Readonly<Record<Name, ColumnType>>,
  rows: readonly { readonly [Column in Name]?: Value }[],
): RawBuilder<unknown> => {
  // Callers pass literals, which have no other keys.
  const names: Name[] = []
  for (const name in columns) names.push(name)
  const values = rows.map((row) => names.map((name) => row[name] ?? null))
  const cells = names.map(
    (name, at) => sql`cast(value ->> ${sql.lit(at)} as ${typeNames[columns[name]]}) as ${sql.ref(name)}`,
  )
  // Both databases have json_each with a column `value`; that of PostgreSQL takes an object. `where true` ends the SELECT
  // for SQLite, which would read a following ON CONFLICT as part of a join.
  return sql`select ${sql.join(cells)} from json_each(${JSON.stringify({ ...values })}) where true`
}

/** The columns' names in the order of `jsonRows`. */
export const namesOf = (columns: Readonly<Record<string, ColumnType>>): RawBuilder<unknown> =>
  sql.join(Object.keys(columns).map((name) => sql.ref(name)))
