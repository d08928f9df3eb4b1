import { expect, test } from 'vitest'
import { batchesOf, rowsAtOnce } from './batches-of'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test.each([
  [0, []],
  [1, [1]],
  [rowsAtOnce, [rowsAtOnce]],
  [rowsAtOnce + 1, [rowsAtOnce, 1]],
  [2 * rowsAtOnce, [rowsAtOnce, rowsAtOnce]],
])('%d rows are written by statements of %j rows, each row once and in order', (count, sizes) => {
  const batches = [...batchesOf(numbers(count))]
  expect(batches.map(({ length }) => length)).toEqual(sizes)
  expect(batches.flat()).toEqual(numbers(count))
})
