/** The value under one name of the document: a value, or an array of any length that comes page by page. */
export type Section =
  | { value: unknown }
  /** Read when the document reaches this section. */
  | { read: () => Promise<unknown> }
  | { pages: AsyncIterable<readonly unknown[]> }

/**
 * Yields a JSON object as pieces of text, with at most one page in memory. An error of a page breaks the document off,
 * so it is valid JSON only if it is complete.
 */
export async function* jsonDocument(sections: Readonly<Record<string, Section>>): AsyncGenerator<string> {
  let prefix = '{\n'
  for (const [name, section] of Object.entries(sections)) {
    yield `${prefix}${JSON.stringify(name)}: `
    prefix = ',\n'
    if ('value' in section) yield textOf(section.value)
    else if ('read' in section) yield textOf(await section.read())
    else yield* arrayOf(section.pages)
  }
  yield prefix === ',\n' ? '\n}\n' : '{}\n'
}

async function* arrayOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let prefix = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield prefix + page.map(textOf).join(',\n')
    prefix = ',\n'
  }
  yield prefix === ',\n' ? '\n]' : '[]'
}

/** Writes undefined as null, as in an array. */
const textOf = (value: unknown): string => JSON.stringify(value ?? null)
