import type { Queries } from 'api/db/database'
import type { BadLines } from './bad-lines'
import type { ColumnMap } from './column-map'
import type { FieldReader } from './field-reader'
import type { Counts, ImportName } from './import-result'
import type { CsvLine } from './source-file'
import type { Entry } from './staged-entries'

export interface ImportContext {
  timeZone: string
  now: Date
  /** A day in the time zone. */
  today: string
  map: ColumnMap
  /** Whether the operator has confirmed entries that are otherwise held. */
  confirmed: boolean
}

/** Why an entry is not written. */
export interface Refusal<Field extends string> {
  line: number
  account: string
  field: Field
  reason: string
}

/** What an import would do with some entries. */
export interface Plan<Field extends string> {
  counts: Counts
  /** Entries that can't be written: the file is refused, or these accounts are left out. */
  refused: Refusal<Field>[]
  /** Entries that wait until an operator confirms them. The others are written. */
  held: Refusal<Field>[]
  write(trx: Queries): Promise<void>
}

/** Compares the entries of a file with the database and writes them. */
export interface Planner<Field extends string, One extends Entry> {
  /** Locks the rows on which a plan of these accounts depends. */
  lock(trx: Queries, accounts: readonly string[]): Promise<void>
  /** Only reads. Gets all entries of an account at once, in the order of their lines. */
  plan(db: Queries, entries: readonly One[]): Promise<Plan<Field>>
  /** Finishes the writing after the last entry, in the transaction of the operator log. */
  finish?(trx: Queries): Promise<void>
  /**
   * Only for accounts: payees whose stored requisites the file replaces, by the id in the map or the INN in the lines.
   */
  changedPayees?: ReadonlySet<string>
  /** Only for accounts: customers' accounts whose payer the file changes. */
  changedPayers?: ReadonlySet<string>
}

export interface ImportKind<Field extends string, One extends Entry> {
  name: ImportName
  /** Whether the file has to have the field. */
  fields: Readonly<Partial<Record<Field, 'required' | 'optional'>>>
  /** The field and the reason to report for an entry with the key of an earlier one. */
  repeated: { field: Field; reason: string }
  /** Reads the lines after the columns' names. Wrong lines are added to `bad` and left out. */
  entries(
    lines: AsyncIterable<CsvLine>,
    reader: FieldReader<Field>,
    context: ImportContext & { bad: BadLines },
  ): AsyncGenerator<One>
  planner(context: ImportContext): Planner<Field, One>
}
