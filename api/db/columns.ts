import { type RawBuilder, sql } from 'kysely'

export type DialectName = 'sqlite' | 'postgres'

/** Column types for migrations that run on both databases. */
export interface ColumnTypes {
  /** Compared byte by byte, so that both databases sort alike and moments sort as text. */
  text: RawBuilder<unknown>
  bigint: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  real: RawBuilder<unknown>
}

export const columnTypes = (dialect: DialectName): ColumnTypes =>
  dialect === 'sqlite'
    ? { text: sql`text`, bigint: sql`integer`, integer: sql`integer`, real: sql`real` }
    : {
        text: sql`text collate "C"`,
        bigint: sql`bigint`,
        integer: sql`integer`,
        real: sql`double precision`,
      }
