import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { sqliteFileName } from 'api/db/sqlite'
import pg from 'pg'

/** The database with all tables and no rows in this run's PostgreSQL. */
export const MIGRATED_TEMPLATE = 'migrated'

const fill = async (options: { dataDir: string; databaseUrl?: string }) => {
  const database = await openDatabase(options)
  await migrate(database)
  await database.close()
}

/**
 * Migrates a database of each kind once, for tests to copy: a migration takes longer than most tests. Returns the path of
 * the SQLite file. `postgresUrl` is undefined without PostgreSQL.
 */
export async function makeTemplates(runFolder: string, postgresUrl: string | undefined): Promise<string> {
  const dataDir = join(runFolder, 'template')
  mkdirSync(dataDir)
  await fill({ dataDir })
  if (postgresUrl !== undefined) {
    const superuser = new pg.Client({ connectionString: postgresUrl })
    await superuser.connect()
    await superuser.query(`create database ${MIGRATED_TEMPLATE}`)
    await superuser.end()
    const databaseUrl = new URL(postgresUrl)
    databaseUrl.pathname = `/${MIGRATED_TEMPLATE}`
    await fill({ dataDir, databaseUrl: databaseUrl.href })
  }
  return join(dataDir, sqliteFileName)
}
