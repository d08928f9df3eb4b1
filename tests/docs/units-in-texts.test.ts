import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** Lines with a plain space between a digit and its unit: a line of a screen or a letter could end between them. */
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(comments, '')
    .split('\n')
    .filter((line) => /\d (?:%|₽|м³|дн|день|час|минут|секунд|месяц)/.test(line))
    .map((line) => `${file}: ${line.trim()}`)

test('no text of a screen or a letter can be broken between a number and its unit', () => {
  const files = ['app', 'api']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]tsx?$|styleguide[/]examples[/]/.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(linesOf)).toEqual([])
})
