import type { Queries } from 'api/db/database'
import type { MetersTable } from 'api/db/tables'
import type { Insertable, Selectable } from 'kysely'

export type StoredMeter = Selectable<MetersTable>
export type NewMeter = Insertable<MetersTable>

/** By their numbers in the billing. */
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

/** Adds meters, and changes what may change of those that are there. */
export const storeMeters = async (trx: Queries, rows: readonly NewMeter[]) => {
  if (rows.length === 0) return
  await trx
    .insertInto('meters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        service: eb.ref('excluded.service'),
        unit: eb.ref('excluded.unit'),
        serial: eb.ref('excluded.serial'),
        place: eb.ref('excluded.place'),
        verified_until: eb.ref('excluded.verified_until'),
        closed_on: eb.ref('excluded.closed_on'),
      })),
    )
    .execute()
}
