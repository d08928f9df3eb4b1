import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

export interface Recorder {
  /** Statements that were executed since the last call, each text once. */
  take(): CompiledQuery[]
  stop(): void
}

/** Records what this process sends to its databases, also within transactions. */
export const recordQueries = (): Recorder => {
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  return {
    take() {
      const recorded = new Map(spy.mock.calls.map(([query]) => [query.sql, query]))
      spy.mockClear()
      return [...recorded.values()]
    },
    stop: () => spy.mockRestore(),
  }
}
