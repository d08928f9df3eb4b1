import { setTimeout as wait } from 'node:timers/promises'
import { type Database, preferIndexes, type Queries } from 'api/db/database'
import { today } from 'format/dates'
import { BadLines, mostShown } from './bad-lines'
import { type ColumnMap, type Columns, columnsOf, noMap, readColumnMap } from './column-map'
import { FieldReader } from './field-reader'
import { fileWords } from './import.words'
import { accountsImport } from './import-accounts'
import { balancesImport } from './import-balances'
import { chargesImport, invoicesImport } from './import-invoices'
import type { ImportContext, ImportKind, Plan, Planner, Refusal } from './import-kind'
import { metersImport } from './import-meters'
import { paymentsImport } from './import-payments'
import { type Counts, type ImportName, noCounts, sumOfCounts } from './import-result'
import { mistakeOfPayee } from './payee-fields'
import { type CsvLine, inspectFile, readLines, type SourceFile } from './source-file'
import { type Entry, type StagedEntries, stageEntries } from './staged-entries'
import { UnusableFile } from './text-encoding'

/** What an operator allows an import to do. */
export interface ImportSwitches {
  /** False: a dry run, which only checks. */
  apply: boolean
  /** Leaves out accounts with bad lines, and writes the others. */
  skipBad: boolean
  /** Writes the entries that are otherwise held, see `Plan.held`. */
  confirmed: boolean
}

export interface ImportOrder extends ImportSwitches {
  kind: ImportName
  path: string
  /** The file that says which column is which field; undefined: the columns are called like the fields. */
  mapPath: string | undefined
}

export interface ImportReport {
  file: SourceFile
  /** The hash of the file of columns; null: there is none. */
  mapSha256: string | null
  /** Lines with data. */
  lines: number
  /** Whether the good lines are written, or would be by a run with `apply`. */
  isAccepted: boolean
  counts: Counts
  /** As in `Planner`. */
  changedPayees: readonly string[]
  changedPayers: readonly string[]
  bad: BadLines
  /** Entries that wait for a confirmation. */
  held: BadLines
}

interface ImportDeps {
  database: Database
  timeZone: string
  now: Date
  /** Called in a transaction when all is written. */
  onWritten: (trx: Queries, report: ImportReport) => Promise<void>
  /** From 0 to 1. */
  onProgress: (done: number) => void
}

/** An import with the file and its columns. */
interface Job extends Pick<ImportDeps, 'database' | 'onProgress'> {
  file: SourceFile
  context: ImportContext
  switches: ImportSwitches
  finish: (trx: Queries, outcome: Outcome) => Promise<void>
}

type Outcome = Omit<ImportReport, 'file' | 'mapSha256'>

/** Imports a file in portions: see `docs/decisions/0029-an-unattended-import-runs-in-a-process-of-its-own.md`. */
export const runImport = async (
  { database, timeZone, now, onWritten, onProgress }: ImportDeps,
  { kind, path, mapPath, ...switches }: ImportOrder,
): Promise<ImportReport> => {
  const { map, sha256: mapSha256 } =
    mapPath === undefined ? { map: noMap, sha256: null } : await readColumnMap(mapPath)
  refuseWrongPayees(map)
  const file = await inspectFile(path, {
    encoding: map.encoding,
    delimiter: map.delimiter,
    headerRow: map.header_row,
    hasQuotes: map.quotes === 'csv',
  })
  const { confirmed } = switches
  const outcome = await importers[kind]({
    database,
    onProgress,
    file,
    context: { timeZone, now, today: today(timeZone, now), map, confirmed },
    switches,
    finish: (trx, written) => onWritten(trx, { file, mapSha256, ...written }),
  })
  return { file, mapSha256, ...outcome }
}

const importerOf =
  <Field extends string, One extends Entry>(kind: ImportKind<Field, One>) =>
  async (job: Job): Promise<Outcome> => {
    const staged = stageEntries<One>()
    try {
      return await importStaged(kind, staged, job)
    } finally {
      staged.close()
    }
  }

const importers: Readonly<Record<ImportName, (job: Job) => Promise<Outcome>>> = {
  accounts: importerOf(accountsImport),
  balances: importerOf(balancesImport),
  charges: importerOf(chargesImport),
  invoices: importerOf(invoicesImport),
  meters: importerOf(metersImport),
  payments: importerOf(paymentsImport),
}

/** More would take more memory and hardly be faster. */
const entriesAtOnce = 200
/** The target duration of a transaction that writes: payments of its accounts wait for it. */
const portionMs = 40
const smallestPortion = 10
const firstPortion = 20
/** SQLite has one writer, so other writers get this pause after each portion. */
const pauseMs = 30

const importStaged = async <Field extends string, One extends Entry>(
  kind: ImportKind<Field, One>,
  staged: StagedEntries<One>,
  { database, file, context, switches, onProgress, finish }: Job,
): Promise<Outcome> => {
  const { apply, skipBad } = switches
  const bad = new BadLines()
  /** The parts of the progress: reading, checking and perhaps writing. */
  const parts = apply ? 3 : 2
  const { lines, columns } = await readInto(staged, kind, {
    file,
    context: { ...context, bad },
    onBytes: (bytes) => onProgress(bytes / file.bytes / parts),
  })
  const emptyOutcome: Outcome = {
    lines,
    isAccepted: false,
    counts: noCounts,
    changedPayees: [],
    changedPayers: [],
    bad,
    held: new BadLines(),
  }
  // The report is full: skip the checks against the database.
  if (bad.count >= mostShown && !skipBad) return emptyOutcome
  const count = staged.sort()

  const addRefusals = (to: BadLines, refusals: readonly Refusal<Field>[]) => {
    for (const { line, account, field, reason } of refusals)
      to.add({ line, column: columns.get(field)?.title ?? field, reason }, account)
  }
  /** Throws UnusableFile if the file of columns sets a refused value for all lines. */
  const refuseConstants = ({ refused }: Plan<Field>) => {
    for (const { field, reason } of refused) {
      const column = columns.get(field)
      if (column && 'value' in column) throw new UnusableFile(fileWords.constant(field, reason))
    }
  }

  /** Runs through all entries in portions, without accounts that have bad lines. */
  const pass = async (
    part: number,
    firstSize: number,
    run: (planner: Planner<Field, One>, entries: readonly One[]) => Promise<Plan<Field>>,
    sizeAfter: (size: number, ms: number) => Promise<number>,
  ) => {
    const planner = kind.planner(context)
    const held = new BadLines()
    let counts = noCounts
    let done = 0
    let portion = staged.next('', firstSize)
    for (let last = portion.at(-1); last !== undefined; last = portion.at(-1)) {
      const began = performance.now()
      const good = portion.filter(({ account }) => !bad.accounts.has(account))
      if (good.length > 0) {
        const plan = await run(planner, good)
        addRefusals(bad, plan.refused)
        addRefusals(held, plan.held)
        counts = sumOfCounts(counts, plan.counts)
      }
      done += portion.length
      onProgress((part + done / count) / parts)
      portion = staged.next(last.account, await sizeAfter(portion.length, performance.now() - began))
    }
    const { changedPayees = [], changedPayers = [] } = planner
    return {
      planner,
      outcome: {
        counts,
        held,
        changedPayees: [...changedPayees],
        changedPayers: [...changedPayers].toSorted(),
      },
    }
  }

  const checkPass = await pass(
    1,
    entriesAtOnce,
    async (planner, entries) => {
      const plan = await readByIndexes(database, (db) => planOf(planner, db, entries))
      refuseConstants(plan)
      return plan
    },
    async () => entriesAtOnce,
  )
  const isAccepted = bad.count === 0 || skipBad
  if (!apply || !isAccepted) return { ...emptyOutcome, ...checkPass.outcome, isAccepted }

  const writePass = await pass(
    2,
    firstPortion,
    (planner, entries) =>
      database.transaction((trx) => write(trx, database, planner, entries), 'read committed'),
    async (size, ms) => {
      if (database.dialect === 'sqlite') await wait(pauseMs)
      return Math.min(entriesAtOnce, Math.max(smallestPortion, Math.floor((size * portionMs) / ms)))
    },
  )
  const outcome = { ...emptyOutcome, ...writePass.outcome, isAccepted }
  await database.transaction(async (trx) => {
    await writePass.planner.finish?.(trx)
    await finish(trx, outcome)
  }, 'read committed')
  return outcome
}

/**
 * PostgreSQL takes the settings of a query plan only in a transaction; on SQLite a transaction would lock the database.
 */
const readByIndexes = <Result>(
  database: Database,
  work: (db: Queries) => Promise<Result>,
): Promise<Result> =>
  database.dialect === 'sqlite'
    ? work(database.db)
    : database.transaction(async (trx) => {
        await preferIndexes(trx, database.dialect)
        return work(trx)
      }, 'read committed')

const write = async <Field extends string, One extends Entry>(
  trx: Queries,
  { dialect }: Database,
  planner: Planner<Field, One>,
  entries: readonly One[],
): Promise<Plan<Field>> => {
  await preferIndexes(trx, dialect)
  await planner.lock(trx, [...new Set(entries.map(({ account }) => account))])
  // Payments may have come since the check.
  const plan = await planOf(planner, trx, entries)
  await plan.write(trx)
  return plan
}

/** Plans the entries, without accounts that have a refused entry. */
const planOf = async <Field extends string, One extends Entry>(
  planner: Planner<Field, One>,
  db: Queries,
  entries: readonly One[],
): Promise<Plan<Field>> => {
  const refused: Refusal<Field>[] = []
  let good = entries
  let plan = await planner.plan(db, good)
  while (plan.refused.length > 0) {
    refused.push(...plan.refused)
    const accounts = new Set(plan.refused.map(({ account }) => account))
    good = good.filter(({ account }) => !accounts.has(account))
    plan = await planner.plan(db, good)
  }
  return { ...plan, refused }
}

const readInto = async <Field extends string, One extends Entry>(
  staged: StagedEntries<One>,
  kind: ImportKind<Field, One>,
  {
    file,
    context,
    onBytes,
  }: { file: SourceFile; context: ImportContext & { bad: BadLines }; onBytes: (bytes: number) => void },
): Promise<{ lines: number; columns: Columns }> => {
  let bytes = 0
  const rows = readLines(file, (more) => {
    bytes += more
    onBytes(bytes)
  })
  const { columns, width } = await findColumns(rows, (names) => columnsOf(kind, context.map, names))
  const { skip_rows: skippedPrefixes, empty } = context.map
  const reader = new FieldReader<Field>(columns, { bad: context.bad, width, isEmptyZero: empty === '0' })
  let lines = 0
  const countRows = async function* () {
    for await (const row of rows) {
      const first = row.cells.find((cell) => cell !== '')?.toLowerCase() ?? ''
      if (skippedPrefixes.some((begin) => first.startsWith(begin.toLowerCase()))) continue
      lines++
      yield row
    }
  }
  const { field, reason } = kind.repeated
  for await (const entry of kind.entries(countRows(), reader, context))
    if (!staged.add(entry))
      context.bad.add({ line: entry.line, column: reader.title(field), reason }, entry.account)
  return { lines, columns }
}

/** Files rarely have more titles above the columns' names. */
const mostTitles = 20

/** Reads the columns' names. Throws UnusableFile with the line of the names if they are on one of the next lines. */
const findColumns = async (
  rows: AsyncGenerator<CsvLine>,
  columnsIn: (names: readonly string[]) => Columns,
): Promise<{ columns: Columns; width: number }> => {
  const head = await rows.next()
  if (head.done) throw new UnusableFile(fileWords.empty)
  const { cells } = head.value
  try {
    return { columns: columnsIn(cells), width: cells.length }
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error
    const below = await findNames(rows, columnsIn)
    throw below === null ? error : new UnusableFile(fileWords.headerBelow(error.message, below))
  }
}

/** The number of the line that has the columns' names; `null`: none of the next lines. */
const findNames = async (
  rows: AsyncGenerator<CsvLine>,
  columnsIn: (names: readonly string[]) => Columns,
): Promise<number | null> => {
  for (let titles = 0; titles < mostTitles; titles++) {
    const row = await rows.next()
    if (row.done) return null
    try {
      columnsIn(row.value.cells)
      return row.value.number
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error
    }
  }
  return null
}

const refuseWrongPayees = ({ payees }: ColumnMap) => {
  for (const payee of payees) {
    const mistake = mistakeOfPayee(payee)
    if (mistake !== undefined) throw new UnusableFile(`payees, ${payee.id}: ${mistake}`)
  }
}
