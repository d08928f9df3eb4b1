import type { TableLifecycle } from './lifecycle'
import type { Migration, TablesOf } from './migration'
import { migrations } from './migrations'

/**
 * Every table of the embedded product API, as the migrations declare them. Moments are ISO 8601 text in UTC as
 * `Date.toISOString` writes them (so they sort as text), days `2026-10-05`, periods `2026-10`, money whole kopecks (above
 * zero is owed), flags 0 or 1.
 */
export interface Tables extends TablesOf<typeof migrations> {}

/** Each table with its lifecycle. A table comes after the tables that its foreign keys refer to. */
export const lifecycles: readonly (readonly [table: string, lifecycle: TableLifecycle])[] =
  migrations.flatMap(({ tables = {} }: Migration) => Object.entries(tables))
