/** What stands under one name of the document: a value, or an array of any length that comes page by page. */
export type Section =
  | { value: unknown }
  /** Read when the document comes to it. */
  | { read: () => Promise<unknown> }
  | { pages: AsyncIterable<readonly unknown[]> }

/**
 * A JSON object as pieces of text, with at most one page in memory. It ends only when every section has come: what a page
 * throws breaks it off.
 */
export async function* jsonDocument(sections: Readonly<Record<string, Section>>): AsyncGenerator<string> {
  let before = '{\n'
  for (const [name, section] of Object.entries(sections)) {
    yield `${before}${JSON.stringify(name)}: `
    before = ',\n'
    if ('value' in section) yield textOf(section.value)
    else if ('read' in section) yield textOf(await section.read())
    else yield* arrayOf(section.pages)
  }
  yield before === ',\n' ? '\n}\n' : '{}\n'
}

async function* arrayOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + page.map(textOf).join(',\n')
    before = ',\n'
  }
  yield before === ',\n' ? '\n]' : '[]'
}

/** Undefined is null, as in an array. */
const textOf = (value: unknown): string => JSON.stringify(value ?? null)
