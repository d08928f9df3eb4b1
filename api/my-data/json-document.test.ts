import { pagesOf } from 'api/db/pages'
import { expect, test } from 'vitest'
import { jsonDocument } from './json-document'

const textOf = async (pieces: AsyncIterable<string>) => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

async function* pages(...given: unknown[][]) {
  yield* given
}

test('is one object with values and arrays, however their pages fall', async () => {
  const document = jsonDocument({
    'имя «в кавычках" и \\': { value: { a: [1, null], b: 'x\n\u2028"' } },
    none: { value: undefined },
    empty: { pages: pages() },
    emptyPages: { pages: pages([], []) },
    rows: { pages: pages([{ id: 1 }, undefined], [], [{ id: 3 }]) },
  })
  expect(JSON.parse(await textOf(document))).toEqual({
    'имя «в кавычках" и \\': { a: [1, null], b: 'x\n\u2028"' },
    none: null,
    empty: [],
    emptyPages: [],
    rows: [{ id: 1 }, null, { id: 3 }],
  })
})

test('without sections is an empty object', async () => {
  expect(JSON.parse(await textOf(jsonDocument({})))).toEqual({})
})

test('is no whole JSON when a page fails', async () => {
  async function* failing() {
    yield [1]
    throw new Error('the database is gone')
  }
  const pieces = jsonDocument({ rows: { pages: failing() }, next: { value: 1 } })
  let text = ''
  await expect(async () => {
    for await (const piece of pieces) text += piece
  }).rejects.toThrow('the database is gone')
  expect(text).toContain('"rows"')
  expect(() => JSON.parse(text)).toThrow()
})

test('asks for a page only when the one before was taken', async () => {
  let read = 0
  const rows = pagesOf({ start: -1, find: async () => [read++], placeOf: (row) => row, size: 1 })
  const pieces = jsonDocument({ rows: { pages: rows } })[Symbol.asyncIterator]()
  await pieces.next()
  expect(read).toBe(0)
  await pieces.next()
  await pieces.next()
  expect(read).toBe(2)
})

test.each([
  [0, [[]]],
  [2, [[0, 1]]],
  [3, [[0, 1, 2], []]],
  [4, [[0, 1, 2], [3]]],
])('%i rows come in pages of three, each after the last of the one before', async (count, expected) => {
  const given = []
  const rows = pagesOf({
    start: -1,
    find: async (last) =>
      Array.from({ length: count }, (_, row) => row)
        .filter((row) => row > last)
        .slice(0, 3),
    placeOf: (row) => row,
    size: 3,
  })
  for await (const page of rows) given.push(page)
  expect(given).toEqual(expected)
})
