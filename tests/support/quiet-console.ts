import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

// Imported before every test file: what is said by console.error or console.warn is a failure of its test.
let said: string[] = []
let expected: RegExp[] = []

for (const method of ['error', 'warn'] as const)
  console[method] = (...args: unknown[]) => {
    said.push(`console.${method}: ${format(...args)}`)
  }

/** Lets this test's code complain about that much. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern)
}

beforeEach(() => {
  said = []
  expected = []
})

afterEach(() => {
  const unexpected = said.filter((line) => !expected.some((pattern) => pattern.test(line)))
  if (unexpected.length > 0) throw new Error(`The console was not silent:\n${unexpected.join('\n')}`)
})
