import { type Database, openDatabase, type Queries } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { seedDemo } from 'api/demo/seed-demo'
import { sql } from 'kysely'
import type { FreshDatabase } from '../../support/databases'
import { columnsOf } from './database-columns'

/** The most values of one statement: both databases take as many. */
const valuesAtOnce = 30_000

type Row = Record<string, unknown>

/** Copies the demo company's rows into a database of an older version, as far as it has their columns. */
export const fillWithDemo = async (old: Database, fresh: FreshDatabase) => {
  const seeded = await openDatabase(fresh)
  await migrate(seeded)
  await seedDemo(seeded, { now: new Date(), timeZone: 'Europe/Moscow' })
  const columns = new Map<string, string[]>()
  for (const { table, name } of await columnsOf(old))
    columns.set(table, [...(columns.get(table) ?? []), name])
  const rows = new Map<string, Row[]>()
  for (const table of columns.keys())
    rows.set(table, (await sql<Row>`select * from ${sql.table(table)}`.execute(seeded.db)).rows)
  await seeded.close()
  await withoutRules(old, async (trx) => {
    for (const [table, names] of columns) await insert(trx, { table, names, rows: rows.get(table) ?? [] })
  })
}

/** Runs `work` without triggers and foreign keys: the rows have passed them in the database that they come from. */
const withoutRules = async (database: Database, work: (trx: Queries) => Promise<void>) => {
  if (database.dialect === 'postgres')
    return database.transaction(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await work(trx)
    })
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger'`.execute(database.db)
  await database.transaction(async (trx) => {
    await sql`pragma defer_foreign_keys = on`.execute(trx)
    for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(trx)
    await work(trx)
    for (const trigger of triggers) await sql.raw(trigger.sql).execute(trx)
  })
}

const insert = async (
  trx: Queries,
  { table, names, rows }: { table: string; names: string[]; rows: readonly Row[] },
) => {
  const atOnce = Math.floor(valuesAtOnce / names.length)
  for (let from = 0; from < rows.length; from += atOnce) {
    const lines = rows
      .slice(from, from + atOnce)
      .map((row) => sql`(${sql.join(names.map((name) => row[name] ?? null))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(lines)}`.execute(trx)
  }
}
