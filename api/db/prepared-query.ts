import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database'

/** Stands for a value while a query is put together. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that every page asks: putting it together costs as much as answering it, so that is done once for a database
 * (or a transaction), and later only its values are filled in. `build` hands the values to the query and looks at none.
 */
export const preparedQuery = <Values extends Record<string, string>, Row>(
  build: (db: Queries, values: Values) => Compilable<Row>,
): ((db: Queries, values: Values) => Promise<Row[]>) => {
  const prepared = new WeakMap<Queries, CompiledQuery<Row>>()
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

  return async (db, values) => {
    // To the query builder a place is a value like any other.
    const query = prepared.get(db) ?? build(db, places as Values).compile()
    prepared.set(db, query)
    const parameters = query.parameters.map((given) => (given instanceof Place ? values[given.name] : given))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
