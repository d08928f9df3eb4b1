import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from 'api/db/database'
import { sqliteFileName } from 'api/db/sqlite'
import { HOUR } from 'format/durations'
import { readFigures } from './figures.repository'
import { type Figures, type Manifest, manifestPath } from './manifest'
import { requireProgram, runOn } from './postgres-programs'
import { atOneMoment, checkIntegrity, serverVersion, vacuumInto } from './snapshot.repository'
import { BackupRefused, exists, measureFile, putInPlace, withFolderBeside } from './whole-file'

/** The query timeout for backups: counting a large table takes longer than the server's timeout. */
export const backupTimeoutMs = 12 * HOUR

export interface BackupPlace {
  /** Undefined: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
}

interface CopiedDatabase extends Figures {
  postgres: number | null
}

/**
 * Copies the database as it is at one moment to `file`, with its manifest beside it; a server may take payments
 * meanwhile. Both appear under their names when they are complete. Throws BackupRefused.
 */
export const makeBackup = async (
  place: BackupPlace,
  { file, portal, now }: { file: string; portal: string; now: Date },
): Promise<Manifest> => {
  for (const path of [file, manifestPath(file)])
    if (await exists(path)) throw new BackupRefused(`${path} is there already`)
  return withFolderBeside(file, async (folder) => {
    const { databaseUrl } = place
    const copyPath = join(folder, sqliteFileName)
    const description = databaseUrl
      ? await dumpPostgres(databaseUrl, place.dataDir, copyPath)
      : await copySqlite(place, folder)
    // It has personal data: only the user who makes backups may read it.
    await chmod(copyPath, 0o600)
    const manifest: Manifest = {
      format: 1,
      portal,
      madeAt: now.toISOString(),
      database: databaseUrl ? 'postgres' : 'sqlite',
      ...description,
      ...(await measureFile(copyPath)),
    }
    const manifestFile = join(folder, 'manifest.json')
    await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await putInPlace(manifestFile, manifestPath(file))
    await putInPlace(copyPath, file)
    return manifest
  })
}

const withDatabase = async <Result>(
  place: BackupPlace,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = await openDatabase({ ...place, databaseTimeoutMs: backupTimeoutMs, databasePool: 2 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Reads the figures from the copy, because the database may change meanwhile. */
const copySqlite = async (place: BackupPlace, folder: string): Promise<CopiedDatabase> => {
  await withDatabase(place, ({ db }) => vacuumInto(db, join(folder, sqliteFileName)))
  return withDatabase({ databaseUrl: undefined, dataDir: folder }, async ({ db, dialect }) => {
    const [fault] = await checkIntegrity(db)
    if (fault !== undefined) throw new BackupRefused(`the database is damaged: ${fault}`)
    return { ...(await readFigures(db, dialect)), postgres: null }
  })
}

/** Makes pg_dump use the snapshot of the transaction that reads the figures. */
const dumpPostgres = (databaseUrl: string, dataDir: string, file: string): Promise<CopiedDatabase> =>
  withDatabase({ databaseUrl, dataDir }, async ({ db, dialect }) => {
    const postgres = await serverVersion(db)
    await requireProgram('pg_dump', postgres)
    return atOneMoment(db, async (trx, snapshot) => {
      await runOn('pg_dump', databaseUrl, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-password',
        `--snapshot=${snapshot}`,
        `--file=${file}`,
      ])
      return { ...(await readFigures(trx, dialect)), postgres }
    })
  })
