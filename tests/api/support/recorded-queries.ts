import type { Database } from 'api/db/database'
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

export interface Recorder {
  /** Statements that were executed since the last call, each text once. */
  take(): CompiledQuery[]
  stop(): void
}

/** Records what this process sends to a database, also within transactions. */
export const recordQueries = ({ db }: Database): Recorder => {
  const { adapter } = db.getExecutor()
  // Other databases of this process may still run queries of former test files.
  const isOfThis = (by: unknown) => by instanceof DefaultQueryExecutor && by.adapter === adapter
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  return {
    take() {
      const ofThis = spy.mock.calls.filter((_, at) => isOfThis(spy.mock.contexts[at]))
      const recorded = new Map(ofThis.map(([query]) => [query.sql, query]))
      spy.mockClear()
      return [...recorded.values()]
    },
    stop: () => spy.mockRestore(),
  }
}
