import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What a long run has come to, kept in a JSON file after every row so that the next run goes on from there:
 * `{ sources, rows: [{ row, passed, failed, skipped, ms, endedAt }] }`, `endedAt` in UTC. Rows of other sources are forgotten.
 */
export class LongProgress {
  #file
  #kept

  constructor(file, sources) {
    this.#file = file
    const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    this.#kept = stored?.sources === sources ? stored : { sources, rows: [] }
  }

  /** What a row has come to, if it has run. */
  of(row) {
    return this.#kept.rows.find((done) => done.row === row)
  }

  /** The figures of a row that passed; a row that failed has to run again. */
  passed(row) {
    const done = this.of(row)
    return done?.failed === 0 ? done : undefined
  }

  record(row, { passed, failed, skipped, ms }) {
    const endedAt = new Date().toISOString()
    const others = this.#kept.rows.filter((done) => done.row !== row)
    this.#kept.rows = [...others, { row, passed, failed, skipped, ms, endedAt }]
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, `${JSON.stringify(this.#kept, null, 2)}\n`)
  }
}
