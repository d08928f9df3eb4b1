import { describe, expect, test } from 'vitest'
import { compareSurvivors, readMutants } from './survivors.mjs'

const report = {
  files: {
    'api/sum.ts': {
      source: 'const sum = (a, b) =>\n  a > 0 ? a + b : 0\n',
      mutants: [
        { status: 'Killed', replacement: 'a - b', location: { start: { line: 2, column: 11 } } },
        { status: 'Timeout', replacement: 'false', location: { start: { line: 2, column: 3 } } },
        { status: 'Survived', replacement: 'a >=\n   0', location: { start: { line: 2, column: 3 } } },
        { status: 'NoCoverage', replacement: 'true', location: { start: { line: 2, column: 3 } } },
        { status: 'Ignored', replacement: '() => undefined', location: { start: { line: 1, column: 13 } } },
      ],
    },
  },
}
const boundary = { file: 'api/sum.ts', line: 'a > 0 ? a + b : 0', becomes: 'a >= 0' }
const always = { ...boundary, becomes: 'true' }

describe('the mutants of a report', () => {
  test('are killed, also by a test that hangs, or survive, also where no test comes', () => {
    expect(readMutants(report)).toEqual({
      killed: 2,
      timeouts: 1,
      survivors: [
        { ...boundary, at: 2, isReached: true },
        { ...always, at: 2, isReached: false },
      ],
    })
  })

  test('need an answer each when they survive', () => {
    const { survivors } = readMutants(report)
    expect(compareSurvivors(survivors, [{ ...boundary, becomes: ['a >= 0'], why: 'the same' }])).toEqual({
      unanswered: [{ ...always, at: 2, isReached: false }],
      outdated: [],
    })
  })

  test('that are killed by now need no answer', () => {
    const answer = { ...boundary, becomes: ['a >= 0', 'true'], why: 'the same' }
    const { survivors } = readMutants(report)
    expect(compareSurvivors(survivors.slice(1), [answer]).outdated).toEqual([
      { ...answer, becomes: ['a >= 0'] },
    ])
  })
})
