import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
/** The words under a heading of the second level. */
const under = (heading: string) => (text.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0] ?? ''
const threats = under('The threat model')
const figures = under('Figures')

const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| |') && !line.startsWith('| who |'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const testFile = /^(?:app|api|contract|e2e|format|scripts|tests)\/[\w./-]+\.(?:test\.(?:tsx?|mjs)|spec\.ts)$/
const filesIn = (cell: string | undefined) =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const numbered = rowsOf(figures)

describe('docs/security.md', () => {
  test('has the 24 figures in order', () => {
    expect(numbered.map(([number]) => number)).toEqual(
      Array.from({ length: 24 }, (_, row) => String(row + 1)),
    )
  })

  test.each(numbered.map((row) => [row[0], row] as const))('row %s names tests that exist', (_, row) => {
    expect(row).toHaveLength(4)
    const named = filesIn(row[2])
    for (const file of named) {
      expect(file).toMatch(testFile)
      expect(existsSync(file), file).toBe(true)
    }
    expect(named.length).toBeGreaterThan(0)
  })

  const rows = rowsOf(threats)
  test('names tests that exist for every threat', () => {
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) {
      expect(row, row[0]).toHaveLength(5)
      const named = filesIn(row[3])
      expect(named.length, row[1]).toBeGreaterThan(0)
      for (const file of named) {
        expect(file).toMatch(testFile)
        expect(existsSync(file), file).toBe(true)
      }
    }
  })
})
