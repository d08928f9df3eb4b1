import type { Kysely } from 'kysely'
import type { ColumnTypes, DialectName } from './columns'
import type { Tables } from './tables'

/**
 * One forward step of the schema. Migrations run in the order of the list, each once, recorded by name. Processes of the
 * version before it go on over it, unless its name says that it contracts: `0042-contract-payees`.
 */
export interface Migration {
  name: string
  up(db: Kysely<Tables>, column: ColumnTypes, dialect: DialectName): Promise<void>
}

/** Whether a version that does not know this migration could damage data, or fail: all that it knows of it is the name. */
export const contracts = (name: string) => /^\d+-contract-/.test(name)
