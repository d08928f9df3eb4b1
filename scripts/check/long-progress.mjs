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
  of(row, sources) {
    return this.#rows.find((done) => done.row === row && done.sources === sources)
  }

  /** The result of a passed row; a failed row has to run again. */
  passed(row, sources) {
    const done = this.of(row, sources)
    return done?.failed === 0 ? done : undefined
  }

  record(row, sources, { passed, failed, skipped, figures, ms }) {
    const endedAt = new Date().toISOString()
    const others = this.#rows.filter((done) => done.row !== row)
    this.#rows = [...others, { row, sources, passed, failed, skipped, figures, ms, endedAt }]
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, this.#rows.map((done) => `${JSON.stringify(done)}\n`).join(''))
  }
}
