import type { Kysely } from 'kysely'
import type { ColumnTypes, DialectName } from './columns'
import type { Tables } from './tables'

/** One step forward; there is no way back. The name is its place in the order and its mark in the database. */
export interface Migration {
  name: string
  up(db: Kysely<Tables>, column: ColumnTypes, dialect: DialectName): Promise<void>
}
