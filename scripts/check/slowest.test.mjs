import { expect, test } from 'vitest'
import { slowestFiles, slowLine } from './slowest.mjs'

test('the times of a file’s tests are added up, the slowest file first, quick ones left out', () => {
  const times = [
    { file: 'a.test.ts', ms: 1500 },
    { file: 'quick.test.ts', ms: 400 },
    { file: 'b.test.ts', ms: 1000 },
    { file: 'b.test.ts', ms: 2000 },
  ]
  expect(slowestFiles(times)).toEqual([
    { file: 'b.test.ts', ms: 3000 },
    { file: 'a.test.ts', ms: 1500 },
  ])
})

test('eight files are enough', () => {
  const times = Array.from({ length: 20 }, (_, index) => ({ file: `${index}.ts`, ms: 1000 * (index + 1) }))
  expect(slowestFiles(times).map(({ ms }) => ms / 1000)).toEqual([20, 19, 18, 17, 16, 15, 14, 13])
})

test('a line tells whole seconds and the file', () => {
  expect(slowLine({ file: 'a.test.ts', ms: 83_400 })).toBe('    83 s  a.test.ts')
})
