import { expect, test } from 'vitest'
import { streamedBody } from './router'

const failed = new Error('the database is gone')

/** Pieces that note how many were made, and whether their reader has left. */
const notedPieces = (texts: string[], end?: Error) => {
  const noted = { made: 0, left: false }
  async function* pieces() {
    try {
      for (const text of texts) {
        noted.made++
        yield text
      }
      if (end) throw end
    } finally {
      noted.left = true
    }
  }
  return { noted, pieces: pieces() }
}

const quiet = () => {}

test('is the pieces in UTF-8, each made when it is taken', async () => {
  const { noted, pieces } = notedPieces(['{"имя":', '"Анна"', '}'])
  const reader = (await streamedBody(pieces, quiet)).getReader()
  const bytes: Uint8Array[] = []
  for (let taken = 1; taken <= 3; taken++) {
    const { value } = await reader.read()
    bytes.push(value ?? new Uint8Array())
    expect(noted.made).toBe(taken)
  }
  expect(await reader.read()).toEqual({ done: true, value: undefined })
  expect(Buffer.concat(bytes).toString('utf8')).toBe('{"имя":"Анна"}')
})

test('of no pieces is empty', async () => {
  const body = await streamedBody(notedPieces([]).pieces, quiet)
  expect(await new Response(body).text()).toBe('')
})

test('that fails at once is thrown, before there is an answer', async () => {
  await expect(streamedBody(notedPieces([], failed).pieces, quiet)).rejects.toThrow(failed)
})

test('that fails later breaks off, and is told of', async () => {
  const told: unknown[] = []
  const reader = (
    await streamedBody(notedPieces(['{'], failed).pieces, (error) => told.push(error))
  ).getReader()
  await reader.read()
  await expect(reader.read()).rejects.toThrow('The answer broke off')
  expect(told).toEqual([failed])
})

test('whose reader leaves makes no more pieces', async () => {
  const { noted, pieces } = notedPieces(['1', '2', '3'])
  const body = await streamedBody(pieces, quiet)
  await body.cancel()
  expect(noted).toEqual({ made: 1, left: true })
})
