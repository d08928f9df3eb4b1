import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that make a reader go back: say who, say what, or say "again". */
const READ_TWICE = /\b(whoever|whom|anew|of which|those that|in whose place)\b/i
/** A header of the product API. */
const HEADER = /x-pay-anew/gi

/** The lines of the files in which the words stand, as `path:line: text`. `textOf` returns what of a line is prose. */
const linesToRewrite = (paths: readonly string[], textOf: (line: string) => string) =>
  paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        READ_TWICE.test(textOf(line).replaceAll(HEADER, '')) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
      ),
  )

const commentOf = (line: string) => /^\s*(?:\/\*\*?|\*|\/\/)(.*)/.exec(line)?.[1] ?? ''
const titleOf = (line: string) => /\b(?:test|it|describe\w*)(?:\.\w+)?\((['"`])(.*?)\1/.exec(line)?.[2] ?? ''

test('comments and the titles of tests are in words that are read once', () => {
  const sources = globSync(
    '{app,api,contract,format,monitoring,process,cli,scripts,tests,e2e}/**/*.{ts,tsx,mjs}',
    {
      // The first is the text of a licence.
      exclude: (path) => path.endsWith('licences.mjs') || path.endsWith('plain-words.test.ts'),
    },
  )
  expect(sources.length).toBeGreaterThan(1_000)
  expect(linesToRewrite(sources, (line) => `${commentOf(line)} ${titleOf(line)}`)).toEqual([])
})

test('the documentation is in words that are read once', () => {
  const pages = globSync(['*.md', 'bench/*.md', 'docs/**/*.md'])
  expect(pages.length).toBeGreaterThan(40)
  expect(linesToRewrite(pages, (line) => line)).toEqual([])
})
