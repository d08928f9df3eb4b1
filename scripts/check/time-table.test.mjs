import { expect, test } from 'vitest'
import { timesByFile, timeTable } from './time-table.mjs'

test('the durations of a file’s tests are added up', () => {
  const times = [
    { file: 'a.test.ts', ms: 1500 },
    { file: 'b.test.ts', ms: 1000 },
    { file: 'a.test.ts', ms: 2000 },
  ]
  expect(timesByFile(times)).toEqual([
    { file: 'a.test.ts', ms: 3500 },
    { file: 'b.test.ts', ms: 1000 },
  ])
})

test('each part has a row with its tests, failures, seconds and idle cores; the last row is the sum', () => {
  const parts = [
    { stage: 'vitest', passed: 8000, failed: 2, ms: 301_400, idle: 0.071 },
    { stage: 'size', passed: 40, failed: 0, ms: 600 },
  ]
  expect(timeTable(parts)).toEqual([
    'part    tests  failed  seconds  idle',
    'vitest   8002       2      301   7 %',
    'size       40       0        1      ',
    'total    8042       2      302      ',
  ])
})

test('the ten slowest files of all parts follow, slowest first', () => {
  const files = (part, from) =>
    Array.from({ length: 8 }, (_, index) => ({ file: `${part}/${index}.ts`, ms: 1000 * (from + 2 * index) }))
  const parts = [
    { stage: 'one', passed: 1, failed: 0, ms: 0, files: files('one', 1) },
    { stage: 'two', passed: 1, failed: 0, ms: 0, files: files('two', 2) },
  ]
  const lines = timeTable(parts)
  expect(lines.slice(lines.indexOf('') + 1)).toEqual([
    'slowest files  seconds',
    ...[16, 15, 14, 13, 12, 11, 10, 9, 8, 7].map(
      (took) =>
        `${took % 2 === 0 ? 'two' : 'one'}/${Math.ceil(took / 2) - 1}.ts`.padEnd(13) + `${took}`.padStart(9),
    ),
  ])
})
