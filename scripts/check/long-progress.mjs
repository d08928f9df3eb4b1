import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const parse = (lines) =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/**
 * The results of a long run, written to a file after every row so that the next run continues: a line of JSON each,
 * `{ row, sources, passed, failed, skipped, figures, ms, endedAt }`, `sources` a hash of what the row tests, `endedAt`
 * in UTC.
 */
export class LongProgress {
  #file
  #rows

  constructor(file) {
    this.#file = file
    this.#rows = existsSync(file) ? parse(readFileSync(file, 'utf8')) : []
  }

  /** The row's result with these sources, if it has run. */
  find(row, sources) {
    return this.#rows.find((result) => result.row === row && result.sources === sources)
  }

  /** The result of a passed row; a failed row has to run again. */
  findPassed(row, sources) {
    const result = this.find(row, sources)
    return result?.failed === 0 ? result : undefined
  }

  record(row, sources, { passed, failed, skipped, figures, ms }) {
    const endedAt = new Date().toISOString()
    const others = this.#rows.filter((result) => result.row !== row)
    this.#rows = [...others, { row, sources, passed, failed, skipped, figures, ms, endedAt }]
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, this.#rows.map((result) => `${JSON.stringify(result)}\n`).join(''))
  }
}
