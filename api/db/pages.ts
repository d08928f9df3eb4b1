/** How many rows of a customer are read at once. */
export const rowsAtOnce = 200

interface Pages<Row, Place> {
  /** The place before all rows. */
  start: Place
  /** The next rows after a place, in their order, at most `size`. */
  find(after: Place): Promise<readonly Row[]>
  placeOf(row: Row): Place
  size?: number
}

/** Yields rows page by page. Each page begins after the last row of the previous one, so new rows shift nothing. */
export async function* pagesOf<Row, Place>({
  start,
  find,
  placeOf,
  size = rowsAtOnce,
}: Pages<Row, Place>): AsyncGenerator<readonly Row[]> {
  let page = await find(start)
  yield page
  for (let last = page.at(-1); last !== undefined && page.length === size; last = page.at(-1)) {
    page = await find(placeOf(last))
    yield page
  }
}

/** Converts each page. */
export async function* mapPages<Row, Converted>(
  pages: AsyncIterable<readonly Row[]>,
  convert: (page: readonly Row[]) => Promise<readonly Converted[]> | readonly Converted[],
): AsyncGenerator<readonly Converted[]> {
  for await (const page of pages) yield await convert(page)
}

/** The place of a row in the order of moments. */
export interface Place {
  at: string
  id: string
}

/** All rows from a moment on, read page by page. */
export async function* rowsSince<Row extends Place>(
  since: string,
  size: number,
  find: (after: Place) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for await (const page of pagesOf({ start: { at: since, id: '' }, find, placeOf: (row: Row) => row, size }))
    yield* page
}
