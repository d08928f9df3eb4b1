import type { Kysely } from 'kysely'
import type { ColumnTypes, DialectName } from './columns'
import type { Tables } from './tables'

/** One forward step of the schema. Migrations run in the order of the list, each once, recorded by name. */
export interface Migration {
  name: string
  up(db: Kysely<Tables>, column: ColumnTypes, dialect: DialectName): Promise<void>
}
