/** Well below the limit on parameters of one statement in both databases. */
export const rowsAtOnce = 400

/** The rows in their order, as many at a time as one statement can take. */
export function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce)
}
