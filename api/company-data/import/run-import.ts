import type { Database, Queries } from 'api/db/database'
import { goByIndexes } from 'api/db/go-by-indexes'
import { tableCounter } from 'api/db/table-counter'
import { today } from 'format/dates'
import { BadLines, mostShown } from './bad-lines'
import { type ColumnMap, columnsOf, noMap, readColumnMap } from './column-map'
import { fileWords } from './import.words'
import { accountsImport } from './import-accounts'
import { balancesImport } from './import-balances'
import { chargesImport, invoicesImport } from './import-invoices'
import { beginKeys } from './import-keys.repository'
import type { Batch, ImportContext, ImportKind } from './import-kind'
import { metersImport } from './import-meters'
import { type Counts, type ImportName, noCounts, sumOfCounts } from './import-outcome'
import { paymentsImport } from './import-payments'
import { mistakeOfPayee } from './payee-fields'
import { type CsvLine, inspectFile, readLines, type SourceFile } from './source-file'
import { UnusableFile } from './unusable-file'

const kinds: Readonly<Record<ImportName, ImportKind>> = {
  accounts: accountsImport,
  balances: balancesImport,
  charges: chargesImport,
  invoices: invoicesImport,
  meters: metersImport,
  payments: paymentsImport,
}

export interface ImportOrder {
  kind: ImportName
  path: string
  /** The file that says which column is which field; undefined: the columns are called like the fields. */
  mapPath: string | undefined
  /** False: a dry run, of which nothing stays. */
  apply: boolean
}

export interface ImportReport {
  file: SourceFile
  /** Of the file of columns; null: there is none. */
  mapSha256: string | null
  /** Lines with data. */
  lines: number
  counts: Counts
  /** As in the context of the import. */
  changedPayees: readonly string[]
  changedPayers: readonly string[]
  /** With any of these nothing is written. */
  bad: BadLines
}

interface Importing {
  database: Database
  timeZone: string
  now: Date
  /** Called in the transaction, with what it has written. */
  onWritten: (trx: Queries, written: Omit<ImportReport, 'bad'>) => Promise<void>
  /** From 0 to 1. */
  onProgress: (done: number) => void
}

type Outcome = Pick<ImportReport, 'counts' | 'changedPayees' | 'changedPayers' | 'bad'>

/** Rolls a transaction back and carries what it found out. */
class RolledBack extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('rolled back as it was meant to be')
    this.outcome = outcome
  }
}

/**
 * Imports a file, all of it or nothing: reads it without the database first, then once more in one transaction, which
 * a dry run and bad lines roll back. Throws UnusableFile for what can't be read.
 */
export const runImport = async (
  { database, timeZone, now, onWritten, onProgress }: Importing,
  { kind: name, path, mapPath, apply }: ImportOrder,
): Promise<ImportReport> => {
  const kind = kinds[name]
  const { map, sha256: mapSha256 } =
    mapPath === undefined ? { map: noMap, sha256: null } : await readColumnMap(mapPath)
  refuseWrongPayees(map)
  const file = await inspectFile(path, map)
  const { staging } = kind
  /** The file is read twice, and what is staged is written. */
  const parts = staging ? 3 : 2
  let bytes = 0
  const onBytes = (more: number) => {
    bytes += more
    onProgress(Math.min(1, bytes / file.bytes / parts))
  }
  const context = { timeZone, now, today: today(timeZone, now), map }

  let lines = 0
  const unreadable = new BadLines()
  for await (const _ of pass(
    kind,
    file,
    { ...context, bad: unreadable, changedPayees: [], changedPayers: [] },
    { onLine: () => lines++, onBytes },
  ));
  // More than can be shown: no need to lock anything for what the database would add.
  if (unreadable.count >= mostShown)
    return { file, mapSha256, lines, counts: noCounts, changedPayees: [], changedPayers: [], bad: unreadable }

  const write = async (trx: Queries) => {
    bytes = file.bytes
    const bad = new BadLines()
    const changedPayees: string[] = []
    const changedPayers: string[] = []
    let counts = noCounts
    const tables = tableCounter(trx, database.dialect)
    await goByIndexes(trx, database.dialect)
    await beginKeys(trx, database.dialect)
    await staging?.begin(trx, database.dialect)
    for await (const batch of pass(
      kind,
      file,
      { ...context, bad, changedPayees, changedPayers },
      { onLine() {}, onBytes },
    )) {
      counts = sumOfCounts(counts, await batch.write(trx))
      await tables.countFilled()
    }
    if (staging) {
      const onBatch = async (done: number) => {
        await tables.countFilled()
        onProgress((2 + done) / parts)
      }
      counts = sumOfCounts(counts, await staging.finish(trx, { timeZone, now, onBatch }))
    }
    if (!apply || bad.count > 0) throw new RolledBack({ counts, changedPayees, changedPayers, bad })
    await tables.countAgain()
    await onWritten(trx, { file, mapSha256, lines, counts, changedPayees, changedPayers })
    return { counts, changedPayees, changedPayers, bad }
  }
  const outcome = await database.transaction(write, 'read committed').catch((error: unknown) => {
    if (error instanceof RolledBack) return error.outcome
    throw error
  })
  return { file, mapSha256, lines, ...outcome }
}

const refuseWrongPayees = ({ payees }: ColumnMap) => {
  for (const payee of payees) {
    const mistake = mistakeOfPayee(payee)
    if (mistake !== null) throw new UnusableFile(`payees, ${payee.id}: ${mistake}`)
  }
}

async function* pass(
  kind: ImportKind,
  file: SourceFile,
  context: Omit<ImportContext, 'width'>,
  { onLine, onBytes }: { onLine: () => void; onBytes: (bytes: number) => void },
): AsyncGenerator<Batch> {
  const lines = readLines(file, onBytes)
  const names = await lines.next()
  if (names.done) throw new UnusableFile(fileWords.empty)
  const columns = columnsOf(kind, context.map, names.value.cells)
  const counted = async function* (): AsyncGenerator<CsvLine> {
    for await (const line of lines) {
      onLine()
      yield line
    }
  }
  yield* kind.batches(counted(), columns, { ...context, width: names.value.cells.length })
}
