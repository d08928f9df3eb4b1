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

/** A success may wait so long for its transaction, and is then recorded as of a moment before it. */
const mostLateMs = 10 * MINUTE

/** When nothing can come into the registers of these days any more. */
export const completeAt = (days: RegisterDays): Date => new Date(Date.parse(spanOf(days).until) + mostLateMs)

/** What a column has, by its name. */
export type Cells<Entry> = Readonly<Record<string, (entry: Entry, timeZone: string) => CsvCell>>

interface Column<Entry> {
  title: string
  cellOf(entry: Entry, timeZone: string): CsvCell
}

/** What goes back to the company as CSV, day by day. */
export interface CsvRegister<Entry> {
  columnNames: readonly string[]
  /** Reads `day=Дата,account,…`, or the usual ones; null for the name of no column. */
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

/** A table with the titles of its columns. In UTF-8 it has the mark by which a Russian Excel knows it. */
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

/** A text of a file that has "?" where the file's encoding lacks a letter. */
export interface LostText {
  /** From 1. */
  line: number
  /** The title of the column, or the name of the field. */
  name: string
  text: string
}

export const isEncodable = (text: string, encoding: string): boolean =>
  iconv.decode(iconv.encode(text, encoding), encoding) === text
