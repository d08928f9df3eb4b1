import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './page-names'

/** What only the invented company of the shipped content has: its name, place, numbers and addresses. */
const marks =
  /Тих(?:ий|ого|ому|им|ом) берег|Тихобережск|5099003455|1195099000348|\+7 ?(?:800|495) ?000|portal\.example/

const isServed = (name: string) =>
  /\.(html|md|json|ya?ml)$/.test(name) && !/(^|\/)(README\.md$|\.)/.test(name)

/** The files that still speak of the invented company, a line `file:line: what` each. */
export const sampleNames = (folder: string): string[] =>
  namesIn(folder)
    .filter(isServed)
    .sort()
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n')
      const line = lines.findIndex((text) => marks.test(text))
      if (line === -1) return []
      return [`${name}:${line + 1}: speaks of the invented company: «${marks.exec(lines[line] ?? '')?.[0]}»`]
    })
