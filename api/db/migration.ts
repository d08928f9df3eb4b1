import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DialectName } from './counted-dialect'
import type { Tables } from './tables'

/**
 * The type of text in a migration. PostgreSQL compares it byte by byte then, like SQLite: both sort alike, and moments sort
 * as text. For numbers both take `integer`, `bigint` and `double precision`.
 */
export const textType = (dialect: DialectName): RawBuilder<unknown> =>
  dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

/**
 * One forward step of the schema. Migrations run in the order of the list, each once, recorded by name. Processes of the
 * version before it go on over it, unless its name says that it contracts: `0042-contract-payees`.
 */
export interface Migration {
  name: string
  up(db: Kysely<Tables>, text: RawBuilder<unknown>, dialect: DialectName): Promise<void>
}

/** SQL statements, in the order in which they run. */
export type Statements = (text: RawBuilder<unknown>, dialect: DialectName) => readonly RawBuilder<unknown>[]

/** Whether a version that does not know this migration could damage data, or fail: all that it knows of it is the name. */
export const contracts = (name: string) => /^\d+-contract-/.test(name)
