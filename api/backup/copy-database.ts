import { openDatabase, type Queries } from 'api/db/database'
import { lockSchema, migrateWithin, migrationState } from 'api/db/migrate'
import { openStoppedSqlite, type StoppedSqlite } from 'api/db/stopped-sqlite'
import { analyzeTables, disableChecks, emptyTable, insertRows, rowsInPortions } from './copy-rows.repository'
import { readFigures, tablesOf } from './figures.repository'
import { backupTimeoutMs } from './make-backup'
import { differingFigures, type Figures } from './manifest'
import { checkIntegrity } from './snapshot.repository'
import { BackupRefused } from './whole-file'

interface CopyOrder {
  /** The SQLite file: of a portal that has stopped, or a backup. */
  from: string
  /** For a PostgreSQL database without a table. */
  databaseUrl: string
  dataDir: string
  /** From 0 to 1. */
  onProgress: (done: number) => void
  /** Called in the transaction, after the comparison. */
  onCopied: (trx: Queries, figures: Figures) => Promise<void>
}

/**
 * Copies an SQLite database to an empty PostgreSQL one, and compares both: rows of every table, the ledger and the
 * balances row by row. Uses one transaction, so a failed or killed copy leaves nothing. Throws BackupRefused for a
 * source that is in use, damaged or of another version, and for a target that is not empty.
 */
export const copyDatabase = async ({ databaseUrl, dataDir, ...order }: CopyOrder): Promise<Figures> => {
  const source = await openSource(order.from)
  try {
    const { pending, unknown } = await migrationState(source)
    if (pending.length + unknown.length > 0)
      throw new BackupRefused(`${order.from} is not of this version: use the one that last ran over it`)
    const [fault] = await checkIntegrity(source.db)
    if (fault !== undefined) throw new BackupRefused(`${order.from} is damaged: ${fault}`)
    const figures = await readFigures(source.db, 'sqlite')
    const target = await openDatabase({
      databaseUrl,
      dataDir,
      databaseTimeoutMs: backupTimeoutMs,
      databasePool: 2,
    })
    try {
      await target.transaction(async (trx) => {
        await copyRows(source, trx, { ...order, figures })
        await refuseDifference(trx, figures)
        await analyzeTables(trx)
        await order.onCopied(trx, figures)
      }, 'read committed')
    } finally {
      await target.close()
    }
    return figures
  } finally {
    await source.close()
  }
}

const openSource = (path: string): Promise<StoppedSqlite> =>
  openStoppedSqlite(path).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
    throw new BackupRefused(
      'code' in error && error.code === 'SQLITE_BUSY'
        ? `${path} is in use: stop every server and command over it`
        : `${path} can not be opened as an SQLite database: ${error.message}`,
    )
  })

const copyRows = async (
  source: StoppedSqlite,
  trx: Queries,
  { figures, onProgress }: Pick<CopyOrder, 'onProgress'> & { figures: Figures },
) => {
  await lockSchema(trx)
  const [existingTable] = await tablesOf(trx, 'postgres')
  if (existingTable !== undefined)
    throw new BackupRefused(
      `the database is not empty, it has ${existingTable}: create a new one for the copy`,
    )
  await migrateWithin(trx, 'postgres')
  const tables = Object.keys(figures.tables)
  const enableChecks = await disableChecks(trx, tables)
  const totalRows = Object.values(figures.tables).reduce((sum, rows) => sum + rows, 0)
  let copiedRows = 0
  for (const table of tables) {
    await emptyTable(trx, table)
    for await (const rows of rowsInPortions(source.db, table)) {
      await insertRows(trx, table, rows).catch(refuseValues(table))
      copiedRows += rows.length
      onProgress(copiedRows / totalRows)
    }
  }
  await enableChecks().catch(refuseValues('a table'))
}

/** PostgreSQL's classes 22 and 23: a value of the wrong type, and one that breaks a constraint. */
const refuseValues = (table: string) => (error: unknown) => {
  if (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))
    throw new BackupRefused(`PostgreSQL does not take the rows of ${table}: ${error.message}`)
  throw error
}

const refuseDifference = async (trx: Queries, figures: Figures) => {
  const differences = differingFigures(figures, await readFigures(trx, 'postgres'))
  if (differences.length > 0)
    throw new BackupRefused(`the copy differs in ${differences.join(', ')}, and was taken back`)
}
