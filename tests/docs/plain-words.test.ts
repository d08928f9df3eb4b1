import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that make a reader go back: say who, say what, or say "again". */
const READ_TWICE = /\b(whoever|whom|anew|of which|those that)\b/i
/** A header of the product API. */
const HEADER = /x-pay-anew/gi

const sources = globSync('{app,contract,format,monitoring,doctor,scripts}/**/*.{ts,tsx,mjs}', {
  exclude: (path) => /\.test\.\w+$/.test(path) || path.endsWith('licences.mjs'),
})

test('comments are in words that are read once', () => {
  expect(sources.length).toBeGreaterThan(400)
  const lines = sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const [, comment = ''] = /^\s*(?:\/\*\*?|\*|\/\/)(.*)/.exec(line) ?? []
        return READ_TWICE.test(comment.replaceAll(HEADER, '')) ? [`${path}:${at + 1}: ${line.trim()}`] : []
      }),
  )
  expect(lines).toEqual([])
})
