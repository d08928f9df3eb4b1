import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { holdCharges } from 'api/db/charge-hold.repository'
import { emptyWriteAheadLog, openDatabase } from 'api/db/database'
import { migrations } from 'api/db/migrations'
import { sqliteFileName } from 'api/db/sqlite'
import { readFigures, tablesOf } from './figures.repository'
import { type BackupPlace, backupTimeoutMs } from './make-backup'
import { differingFigures, type Manifest, readManifest } from './manifest'
import { requireProgram, runOn } from './postgres-programs'
import { serverVersion } from './snapshot.repository'
import { BackupRefused, exists, measureFile, putInPlace, withFolderBeside } from './whole-file'

/**
 * Restores a backup into an empty database, holds charges there, and compares the result with the manifest: rows of
 * every table, the ledger row by row. Throws BackupRefused for a backup that is damaged, of a newer version or of
 * another kind of database, and for a database that is not empty.
 */
export const restoreBackup = async (
  place: BackupPlace,
  file: string,
  now: Date = new Date(),
): Promise<Manifest> => {
  const manifest = await readManifest(file)
  refuseForeign(manifest, place)
  const { bytes, sha256 } = await measureFile(file).catch(() => {
    throw new BackupRefused(`${file} can not be read`)
  })
  if (bytes !== manifest.bytes || sha256 !== manifest.sha256)
    throw new BackupRefused(`${file} is not what its manifest describes: it is damaged or another file`)
  await (place.databaseUrl
    ? restorePostgres(place.databaseUrl, place.dataDir, { file, manifest, now })
    : restoreSqlite(place.dataDir, { file, manifest, now }))
  return manifest
}

const refuseForeign = (manifest: Manifest, { databaseUrl }: BackupPlace) => {
  const kind = databaseUrl ? 'postgres' : 'sqlite'
  if (manifest.database !== kind)
    throw new BackupRefused(`the backup is of ${manifest.database}, and DATABASE_URL says ${kind}`)
  const migrationNames = new Set(migrations.map(({ name }) => name))
  const unknownMigration = manifest.migrations.find((name) => !migrationNames.has(name))
  if (unknownMigration !== undefined)
    throw new BackupRefused(
      `the backup is of portal ${manifest.portal}, restore it with that version: this one has no migration ${unknownMigration}`,
    )
}

interface RestoreOrder {
  file: string
  manifest: Manifest
  now: Date
}

const holdAndCompare = async (place: BackupPlace, { manifest, now }: Omit<RestoreOrder, 'file'>) => {
  const database = await openDatabase({ ...place, databaseTimeoutMs: backupTimeoutMs })
  try {
    // First, so that a killed restore leaves a database that charges nobody.
    const isNew = await holdCharges(database.db, { dataOf: manifest.madeAt, now })
    const { settings = 0, ...otherTables } = manifest.tables
    const expected = { ...manifest, tables: { ...otherTables, settings: settings + (isNew ? 1 : 0) } }
    const differences = differingFigures(expected, await readFigures(database.db, database.dialect))
    if (differences.length > 0)
      throw new BackupRefused(`what was restored differs from the manifest in ${differences.join(', ')}`)
    await emptyWriteAheadLog(database)
  } finally {
    await database.close()
  }
}

/** Compares the copy before it gets its name. */
const restoreSqlite = async (dataDir: string, { file, ...order }: RestoreOrder) => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const target = join(dataDir, sqliteFileName)
  for (const path of [target, `${target}-wal`, `${target}-shm`])
    if (await exists(path)) throw new BackupRefused(`${path} is there: stop the server and move it away`)
  await withFolderBeside(target, async (folder) => {
    const copy = join(folder, sqliteFileName)
    await copyFile(file, copy)
    await holdAndCompare({ databaseUrl: undefined, dataDir: folder }, order)
    await putInPlace(copy, target)
  })
}

const restorePostgres = async (databaseUrl: string, dataDir: string, { file, ...order }: RestoreOrder) => {
  const { manifest } = order
  const place = { databaseUrl, dataDir }
  const database = await openDatabase(place)
  try {
    const [table] = await tablesOf(database.db, database.dialect)
    if (table !== undefined)
      throw new BackupRefused(`the database is not empty, it has ${table}: create a new one for the backup`)
    const server = await serverVersion(database.db)
    const { postgres } = manifest
    if (postgres !== null && postgres > server)
      throw new BackupRefused(`the backup is of PostgreSQL ${postgres}, and the server is ${server}`)
    await requireProgram('pg_restore', postgres ?? server)
  } finally {
    await database.close()
  }
  await runOn('pg_restore', databaseUrl, [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    '--no-password',
    file,
  ])
  await holdAndCompare(place, order)
}
