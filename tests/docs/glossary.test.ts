import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The rows of all tables of the glossary: term, Russian words (in the domain's tables only), meaning. */
const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| term '))
  .map((line) => line.slice(2, -2).split(' | '))

const sourceText = ['app', 'api', 'format', 'content']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /[.](?:tsx?|md|json)$/.test(file) && !/[.]test[.]tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\\u00a0|\u00a0|\s+/g, ' ')
  .toLowerCase()

const termsOf = ([term = '']: string[]) => term.split(', ')

test('each term is explained once', () => {
  const terms = rows.flatMap(termsOf)
  expect(terms.filter((term, place) => terms.indexOf(term) !== place)).toEqual([])
  expect(terms.length).toBeGreaterThan(50)
})

test('the Russian words are on a screen, in a letter or on a content page', () => {
  const quoted = rows
    .filter((cells) => cells.length === 3)
    .flatMap(([, screen = '']) => [...screen.matchAll(/«([^»]+)»/g)].map(([, words = '']) => words))
  expect(quoted.length).toBeGreaterThan(30)
  expect(quoted.filter((words) => !sourceText.includes(words.toLowerCase()))).toEqual([])
})
