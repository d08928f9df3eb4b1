import type { Dialect } from 'kysely'

/** The connections of this process. */
export interface ConnectionCounts {
  used: number
  idle: number
  /** Queries and transactions that wait for a connection. */
  waiting: number
}

export interface CountedDialect extends Dialect {
  connections(): ConnectionCounts
}
