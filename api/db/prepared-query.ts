import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database'

/** Replaces a value while the query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is compiled once per database (or transaction) and then run with new values: for the most frequent
 * queries compiling costs as much as running. `build` only passes the values on and never reads them.
 */
export const preparedQuery = <Values extends Record<string, string>, Row>(
  build: (db: Queries, values: Values) => Compilable<Row>,
): ((db: Queries, values: Values) => Promise<Row[]>) => {
  const compiledQueries = new WeakMap<Queries, CompiledQuery<Row>>()
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

  return async (db, values) => {
    // To the query builder a placeholder is a value like any other.
    const query = compiledQueries.get(db) ?? build(db, placeholders as Values).compile()
    compiledQueries.set(db, query)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
