import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The results of a long run, written to a JSON file after every row so that the next run continues: `{ sources, rows:
 * [{ row, passed, failed, skipped, ms, endedAt }] }`, `endedAt` in UTC. Rows of other sources are dropped.
 */
export class LongProgress {
  #file
  #kept

  constructor(file, sources) {
    this.#file = file
    const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    this.#kept = stored?.sources === sources ? stored : { sources, rows: [] }
  }

  /** The row's result, if it has run. */
  of(row) {
    return this.#kept.rows.find((done) => done.row === row)
  }

  /** The result of a passed row; a failed row has to run again. */
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
