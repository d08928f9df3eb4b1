import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

// Imported before every test file: output of console.error or console.warn fails its test.
let printed: string[] = []
let expected: RegExp[] = []

for (const method of ['error', 'warn'] as const)
  console[method] = (...args: unknown[]) => {
    printed.push(`console.${method}: ${format(...args)}`)
  }

/** Allows this output in the current test. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern)
}

beforeEach(() => {
  printed = []
  expected = []
})

afterEach(() => {
  const unexpected = printed.filter((line) => !expected.some((pattern) => pattern.test(line)))
  if (unexpected.length > 0) throw new Error(`The console was not silent:\n${unexpected.join('\n')}`)
})
