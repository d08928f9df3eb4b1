import type { Queries } from 'api/db/database'
import { jsonRows, namesOf } from 'api/db/json-rows'
import type { Tables } from 'api/db/tables'
import type { PagePlace } from 'api/http/page-cursor'
import type { Zone } from 'contract/readings'
import { type Insertable, sql } from 'kysely'

/** The account's meters in use on a day, in their order. */
export const findMeters = (db: Queries, account: string, day: string) =>
  db
    .selectFrom('meters')
    .select([
      'id',
      'service',
      'unit',
      'serial',
      'place',
      'zones',
      'digits',
      'decimals',
      'verified_until as verifiedUntil',
    ])
    .where('account', '=', account)
    .where((eb) => eb.or([eb('closed_on', 'is', null), eb('closed_on', '>', day)]))
    .orderBy('position')
    .orderBy('id')
    .execute()

export type MeterRow = Awaited<ReturnType<typeof findMeters>>[number]

/** Whether the meter is one of the account's, or was. */
export const isMeterOf = async (
  db: Queries,
  { account, meter }: { account: string; meter: string },
): Promise<boolean> =>
  (await db
    .selectFrom('meters')
    .select('id')
    .where('id', '=', meter)
    .where('account', '=', account)
    .executeTakeFirst()) !== undefined

const readingColumns = [
  'meter_id as meter',
  'zone',
  'value',
  'previous',
  'volume',
  'corrects',
  'period',
  'read_at as readAt',
  'source',
] as const

/** Locks the account's meters until the transaction ends, so that no other transaction adds a reading. */
export const lockMeters = async (trx: Queries, account: string) => {
  await trx
    .updateTable('meters')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('account', '=', account)
    .execute()
}

/** Locks the meters of up to a few hundred accounts, see `lockMeters`. */
export const lockMetersOf = async (trx: Queries, accounts: readonly string[]) => {
  if (accounts.length === 0) return
  await trx
    .updateTable('meters')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('account', 'in', accounts)
    .execute()
}

/** Readings of the meters since a period, oldest first. */
export const findReadingsOfMeters = async (
  db: Queries,
  { meters, period }: { meters: readonly string[]; period: string },
): Promise<ReadingRow[]> => {
  if (meters.length === 0) return []
  return db
    .selectFrom('meter_readings')
    .select(readingColumns)
    .where('meter_id', 'in', meters)
    .where('period', '>=', period)
    .orderBy('read_at')
    .orderBy('id')
    .execute()
}

/** Readings of the account's meters since a period, oldest first. */
export const findReadingsSince = (db: Queries, account: string, period: string) =>
  db
    .selectFrom('meter_readings')
    .select(readingColumns)
    .where('account', '=', account)
    .where('period', '>=', period)
    .orderBy('read_at')
    .orderBy('id')
    .execute()

export type ReadingRow = Awaited<ReturnType<typeof findReadingsSince>>[number]

/** The newest reading of a zone that is no estimate, however old. */
export const findLastRead = (
  db: Queries,
  { meter, zone }: { meter: string; zone: Zone },
): Promise<ReadingRow | undefined> =>
  db
    .selectFrom('meter_readings')
    .select(readingColumns)
    .where('meter_id', '=', meter)
    .where('zone', '=', zone)
    .where('source', '!=', 'estimated')
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

interface ReadingPage {
  account: string
  meter: string | undefined
  after: PagePlace | undefined
  limit: number
}

/** Readings, the newest first, with the decimals of their meters. */
export const findReadings = (db: Queries, { account, meter, after, limit }: ReadingPage) => {
  let query = db
    .selectFrom('meter_readings')
    .innerJoin('meters', 'meters.id', 'meter_readings.meter_id')
    .where('meter_readings.account', '=', account)
  if (meter !== undefined) query = query.where('meter_readings.meter_id', '=', meter)
  if (after !== undefined)
    query = query.where((eb) =>
      eb(eb.refTuple('meter_readings.read_at', 'meter_readings.id'), '<', eb.tuple(after.at, after.id)),
    )
  return query
    .select([
      'meter_readings.id',
      'meter_readings.meter_id as meter',
      'zone',
      'value',
      'previous',
      'volume',
      'read_at as readAt',
      'period',
      'source',
      'corrects',
      'decimals',
    ])
    .orderBy('meter_readings.read_at', 'desc')
    .orderBy('meter_readings.id', 'desc')
    .limit(limit)
    .execute()
}

/** The moment of the account's newest reading; null where there is none. */
export const newestReadingAt = async (db: Queries, account: string): Promise<string | null> =>
  (
    await db
      .selectFrom('meter_readings')
      .select('read_at')
      .where('account', '=', account)
      .orderBy('read_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.read_at ?? null

/** The moment of the account's nth receipt, counted from the newest; null where there are fewer. */
export const nthReceiptAt = async (db: Queries, account: string, nth: number): Promise<string | null> =>
  (
    await db
      .selectFrom('reading_receipts')
      .select('accepted_at')
      .where('account', '=', account)
      .orderBy('accepted_at', 'desc')
      .limit(1)
      .offset(nth - 1)
      .executeTakeFirst()
  )?.accepted_at ?? null

export type NewReading = Insertable<Tables['meter_readings']>

/** Returns false and stores nothing if another receipt has its number. */
export const insertReceipt = async (
  trx: Queries,
  receipt: Insertable<Tables['reading_receipts']>,
): Promise<boolean> => {
  const row = await trx
    .insertInto('reading_receipts')
    .values(receipt)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const columns = {
  id: 'text',
  account: 'text',
  meter_id: 'text',
  zone: 'text',
  value: 'bigint',
  previous: 'bigint',
  volume: 'bigint',
  corrects: 'bigint',
  period: 'text',
  read_at: 'text',
  source: 'text',
  receipt_id: 'text',
} as const satisfies Record<keyof NewReading, unknown>

export const insertReadings = async (trx: Queries, readings: readonly NewReading[]) => {
  if (readings.length === 0) return
  const rows = readings.map((reading) => ({ ...reading, corrects: reading.corrects ?? 0 }))
  await sql`insert into meter_readings (${namesOf(columns)}) ${jsonRows(columns, rows)}`.execute(trx)
}
