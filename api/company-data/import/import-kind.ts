import type { DialectName } from 'api/db/columns'
import type { Queries } from 'api/db/database'
import type { BadLines } from './bad-lines'
import type { ColumnMap, Columns } from './column-map'
import { FieldReader } from './field-reader'
import type { Counts, ImportName } from './import-outcome'
import type { CsvLine } from './source-file'

export interface ImportContext {
  timeZone: string
  now: Date
  /** A day in the time zone. */
  today: string
  map: ColumnMap
  /** How many columns the file has. */
  width: number
  bad: BadLines
  /** Only of accounts: gets those whose stored requisites the file replaces, by the id in the map or the INN in the lines. */
  changedPayees: string[]
  /** Only of accounts: gets those that customers have and whose payer the file changes. */
  changedPayers: string[]
}

/** Some records of the file, to be written together. */
export interface Batch {
  write(trx: Queries): Promise<Counts>
}

/** For a kind that needs the whole file before it writes: its batches check and stage, and this writes. */
export interface Staging {
  /** Before the first batch. */
  begin(trx: Queries, dialect: DialectName): Promise<void>
  /** After the last batch: writes all that is staged, in batches, and tells how much of it is written, from 0 to 1. */
  finish(
    trx: Queries,
    context: Pick<ImportContext, 'timeZone' | 'now'> & { onBatch: (done: number) => Promise<void> },
  ): Promise<Counts>
}

export interface ImportKind {
  name: ImportName
  /** Whether the file has to have the field. */
  fields: Readonly<Record<string, 'required' | 'optional'>>
  /** Reads the lines after the columns' names. What is wrong is added to `context.bad` and left out. */
  batches(lines: AsyncIterable<CsvLine>, columns: Columns, context: ImportContext): AsyncGenerator<Batch>
  staging?: Staging
}

interface KindDefinition<Field extends string, Entry> {
  name: ImportName
  fields: Readonly<Record<Field, 'required' | 'optional'>>
  entries(
    lines: AsyncIterable<CsvLine>,
    reader: FieldReader<Field>,
    context: ImportContext,
  ): AsyncGenerator<Entry>
  /** Returns a function that writes; it is asked for once per pass over the file. */
  writer(context: ImportContext): (trx: Queries, entries: readonly Entry[]) => Promise<Counts>
  staging?: Staging
}

/** More would be hardly faster, and take more memory. */
export const entriesAtOnce = 200

export const defineKind = <Field extends string, Entry>(kind: KindDefinition<Field, Entry>): ImportKind => ({
  name: kind.name,
  fields: kind.fields,
  ...(kind.staging && { staging: kind.staging }),
  async *batches(lines, columns, context) {
    const write = kind.writer(context)
    const batchOf = (entries: readonly Entry[]): Batch => ({ write: (trx) => write(trx, entries) })
    const reader = new FieldReader<Field>(columns, context.bad, context.width)
    let entries: Entry[] = []
    for await (const entry of kind.entries(lines, reader, context)) {
      entries.push(entry)
      if (entries.length < entriesAtOnce) continue
      yield batchOf(entries)
      entries = []
    }
    if (entries.length > 0) yield batchOf(entries)
  },
})
