import type { LogEvent } from 'kysely'
import { addPastSpan } from 'monitoring/tracing'
import type { DialectName } from './counted-dialect'

/** Adds a span for each query of a request: its statement, without the values. */
export const traceQuery =
  (dialect: DialectName) =>
  ({ level, query, queryDurationMillis }: LogEvent) => {
    const { sql } = query
    const [verb = 'query'] = sql.trimStart().split(/\s/, 1)
    addPastSpan(`sql ${verb}`, queryDurationMillis, {
      'db.system.name': dialect === 'postgres' ? 'postgresql' : 'sqlite',
      'db.query.text': sql,
      ...(level === 'error' && { 'error.type': 'failed' }),
    })
  }
