import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import type { Tables } from 'api/db/tables'
import { type Insertable, type Selectable, sql } from 'kysely'

export type StoredMeter = Selectable<Tables['meters']>
export type NewMeter = Insertable<Tables['meters']>

/** Finds meters by their numbers in the billing. */
export const findImportedMeters = async (
  db: Queries,
  externalIds: readonly string[],
): Promise<Map<string, StoredMeter>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await db.selectFrom('meters').selectAll().where('external_id', 'in', externalIds).execute()
  return new Map(rows.map((row) => [row.external_id ?? '', row]))
}

/** The last position of each account's meters; an account without meters is not among them. */
export const findLastPositions = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Map<string, number>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('meters')
    .select((eb) => ['account', eb.fn.max('position').as('position')])
    .where('account', 'in', accounts)
    .groupBy('account')
    .execute()
  return new Map(rows.map(({ account, position }) => [account, position]))
}

const changeableColumns = {
  service: 'text',
  unit: 'text',
  serial: 'text',
  place: 'text',
  verified_until: 'text',
  closed_on: 'text',
} as const

const columns = {
  id: 'text',
  external_id: 'text',
  account: 'text',
  position: 'bigint',
  zones: 'text',
  digits: 'bigint',
  decimals: 'bigint',
  ...changeableColumns,
} as const satisfies Record<keyof StoredMeter, unknown>

/** Adds new meters and updates existing ones. */
export const storeMeters = async (trx: Queries, rows: readonly NewMeter[]) => {
  if (rows.length === 0) return
  const changes = Object.keys(changeableColumns).map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
  )
  await sql`insert into meters (${namesOf(columns)}) ${jsonRows(columns, rows)}
    on conflict (id) do update set ${sql.join(changes)}`.execute(trx)
}
