import type { Queries } from 'api/db/database'
import { BYTE_ORDER_MARK, type CsvCell, csvRow } from 'format/csv'
import { addDays } from 'format/dates'
import { MINUTE } from 'format/durations'
import { startOfDay } from 'format/local-hour'
import iconv from 'iconv-lite'

export interface RegisterDays {
  /** The first and the last day, in the company's time zone. */
  from: string
  to: string
  timeZone: string
}

/** Moments: at `since` or later, and before `until`. */
export interface Span {
  since: string
  until: string
}

export const spanOf = ({ from, to, timeZone }: RegisterDays): Span => ({
  since: startOfDay(from, timeZone).toISOString(),
  until: startOfDay(addDays(to, 1), timeZone).toISOString(),
})

/** A success is recorded with a moment at most so long before the commit of its transaction. */
const maxCommitDelayMs = 10 * MINUTE

/** Returns the moment after which the registers of these days do not change. */
export const completeAt = (days: RegisterDays): Date =>
  new Date(Date.parse(spanOf(days).until) + maxCommitDelayMs)

/** For each column name, a function that returns its cell. */
export type Cells<Entry> = Readonly<Record<string, (entry: Entry, timeZone: string) => CsvCell>>

interface Column<Entry> {
  title: string
  cellOf(entry: Entry, timeZone: string): CsvCell
}

/** A CSV table of some days for the company. */
export interface CsvRegister<Entry> {
  columnNames: readonly string[]
  /** Reads `day=Дата,account,…`, by default the usual columns. `null` if a name is unknown. */
  readColumns(text: string | undefined): Column<Entry>[] | null
  asCsv(
    db: Queries,
    days: RegisterDays,
    layout: Pick<CsvLayout<Entry>, 'columns' | 'encoding'>,
  ): Promise<CsvTable>
}

export const csvRegister = <Entry>(
  cells: Cells<Entry>,
  { usualColumns, entries }: { usualColumns: string; entries(db: Queries, span: Span): AsyncIterable<Entry> },
): CsvRegister<Entry> => ({
  columnNames: Object.keys(cells),
  readColumns: (text = usualColumns) => readColumns(cells, text),
  asCsv: (db, days, layout) => asCsv(entries(db, spanOf(days)), { ...layout, timeZone: days.timeZone }),
})

const readColumns = <Entry>(cells: Cells<Entry>, text: string): Column<Entry>[] | null => {
  const columns = text.split(',').map((part) => {
    const [name = '', ...title] = part.split('=')
    const cellOf = Object.hasOwn(cells, name.trim()) ? cells[name.trim()] : undefined
    return cellOf && { title: title.join('=').trim() || name.trim(), cellOf }
  })
  return columns.every((column) => column !== undefined) ? columns : null
}

interface CsvLayout<Entry> {
  columns: readonly Column<Entry>[]
  encoding: string
  timeZone: string
}

interface CsvTable {
  table: Uint8Array
  /** How many entries it has. */
  count: number
  lost: LostText[]
}

/** Writes the titles and the entries. In UTF-8 with a byte order mark, which a Russian Excel needs. */
const asCsv = async <Entry>(
  entries: AsyncIterable<Entry>,
  { columns, encoding, timeZone }: CsvLayout<Entry>,
): Promise<CsvTable> => {
  const parts: Uint8Array[] = encoding === 'utf-8' ? [Buffer.from(BYTE_ORDER_MARK)] : []
  const lost: LostText[] = []
  let line = 0
  const add = (cells: readonly CsvCell[]) => {
    line++
    const row = csvRow(cells)
    parts.push(iconv.encode(row, encoding))
    if (isEncodable(row, encoding)) return
    for (const [index, cell] of cells.entries()) {
      const text = typeof cell === 'string' ? cell : cell.figure
      if (!isEncodable(text, encoding)) lost.push({ line, name: columns[index]?.title ?? '', text })
    }
  }
  add(columns.map(({ title }) => title))
  for await (const entry of entries) add(columns.map(({ cellOf }) => cellOf(entry, timeZone)))
  return { table: Buffer.concat(parts), count: line - 1, lost }
}

/** A text with a letter that the file's encoding lacks: the file has "?" there. */
export interface LostText {
  /** From 1. */
  line: number
  /** The title of the column, or the name of the field. */
  name: string
  text: string
}

export const isEncodable = (text: string, encoding: string): boolean =>
  iconv.decode(iconv.encode(text, encoding), encoding) === text
