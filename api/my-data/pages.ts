/** What a query of many rows finds. */
export type RowOf<Find extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Find>
>[number]

/** How many rows of the copy are read at once. */
export const rowsAtOnce = 200

/** Rows page by page, each page read by the last row of the one before. */
export async function* pagesOf<Row>(
  size: number,
  read: (last: Row | undefined, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const page = await read(last, size)
    yield page
    last = page.at(-1)
    if (last === undefined || page.length < size) return
  }
}

/** Each page made into another one. */
export async function* mapPages<Row, Made>(
  pages: AsyncIterable<readonly Row[]>,
  make: (page: readonly Row[]) => Promise<readonly Made[]> | readonly Made[],
): AsyncGenerator<readonly Made[]> {
  for await (const page of pages) yield await make(page)
}
