import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { DialectName } from './counted-dialect'
import type { Lifecycles, TableLifecycle } from './lifecycle'

/**
 * The type of text in a migration. PostgreSQL then compares it byte by byte, like SQLite: both sort alike, and moments
 * sort as text. For numbers both take `integer`, `bigint` and `double precision`.
 */
export const textType = (dialect: DialectName): RawBuilder<unknown> =>
  dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

/**
 * One forward step of the schema. Migrations run in the order of the list, each once, recorded by name. Processes of the
 * previous version keep running after it, unless its name says that it contracts: `0042-contract-payees`.
 */
export interface Migration {
  name: string
  tables?: Readonly<Record<string, TableLifecycle>>
  up(db: QueryExecutorProvider, text: RawBuilder<unknown>, dialect: DialectName): Promise<void>
}

/** A migration that creates tables: it declares the columns and the lifecycle of each. */
export interface CreatesTables<Tables> extends Migration {
  tables: Lifecycles<Tables>
}

/** All tables that these migrations create. */
export type TablesOf<Migrations extends readonly Migration[]> = Migrations extends readonly [
  infer First,
  ...infer Rest extends readonly Migration[],
]
  ? (First extends CreatesTables<infer Tables> ? Tables : unknown) & TablesOf<Rest>
  : unknown

/** A part of a migration with many tables. */
export interface SchemaPart<Tables> {
  tables: Lifecycles<Tables>
  /** In the order in which they run. */
  statements(text: RawBuilder<unknown>, dialect: DialectName): readonly RawBuilder<unknown>[]
}

/** Whether an older version could fail or damage data after this migration. An older version knows only the name. */
export const contracts = (name: string) => /^\d+-contract-/.test(name)
