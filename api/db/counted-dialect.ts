import type { Dialect } from 'kysely'

export type DialectName = 'sqlite' | 'postgres'

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
