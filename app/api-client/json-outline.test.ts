import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonOutline } from './json-outline'

const outlineOf = (pieces: readonly Uint8Array[]) => {
  const outline = new JsonOutline()
  for (const piece of pieces) outline.add(piece)
  return outline
}

/** A document as bytes, and where they are cut in two. */
const documents = fc
  .oneof(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.array(fc.jsonValue()))
  .chain((value) => {
    const bytes = Buffer.from(` ${JSON.stringify(value, null, 1)}\n`)
    return fc.record({ bytes: fc.constant(bytes), at: fc.nat(bytes.length) })
  })

test('a document is whole, wherever its pieces are cut', () => {
  fc.assert(
    fc.property(documents, ({ bytes, at }) => {
      expect(outlineOf([bytes.subarray(0, at), bytes.subarray(at)]).isWhole).toBe(true)
    }),
  )
})

test('the beginning of a document is not whole', () => {
  fc.assert(
    fc.property(documents, ({ bytes, at }) => {
      const end = bytes.toString('latin1').trimEnd().length
      expect(outlineOf([bytes.subarray(0, Math.min(at, end - 1))]).isWhole).toBe(false)
    }),
  )
})

test.each(['', ' ', 'null', '"text"', '<html>', '{}{}', '[] x', '}', '{"a":"]}"', String.raw`{"a":"\"}`])(
  '%j is not a whole document',
  (text) => {
    expect(outlineOf([Buffer.from(text)]).isWhole).toBe(false)
  },
)

test('says whether the document has begun, and whether something else stands before it', () => {
  expect(outlineOf([Buffer.from('\n ')])).toMatchObject({ hasBegun: false, isBroken: false })
  expect(outlineOf([Buffer.from(' {')])).toMatchObject({ hasBegun: true, isBroken: false })
  expect(outlineOf([Buffer.from('<p>{')])).toMatchObject({ hasBegun: false, isBroken: true })
})
