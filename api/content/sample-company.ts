import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './page-names'

/** What only the invented company of the shipped content has: its name, place, numbers and phones. Its streets are those of any town. */
const marks = new RegExp(
  [
    /Тих(?:ий|ого|ому|им|ом)\s+берег|Тихобережск/,
    /5099003455|1195099000348|509901001|\b140999\b|(?:\+7|\b8)[\s(-]*(?:800|495)[\s)-]*000/,
    // Nobody's: reserved for examples.
    /\.example\b|@example\.(?:com|net|org)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const isServed = (name: string) =>
  /\.(html|md|json|ya?ml)$/.test(name) && !/(^|\/)(README\.md$|\.)/.test(name)

/** The lines that still speak of the invented company, as `file:line: what`. */
export const sampleNames = (folder: string): string[] =>
  namesIn(folder)
    .filter(isServed)
    .sort()
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n')
      return lines.flatMap((text, index) => {
        const mark = marks.exec(text)?.[0]
        return mark === undefined ? [] : [`${name}:${index + 1}: speaks of the invented company: «${mark}»`]
      })
    })
