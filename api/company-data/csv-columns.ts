import { BYTE_ORDER_MARK, type CsvCell, csvRow } from 'format/csv'
import iconv from 'iconv-lite'

/** What a column has, by its name. */
export type Cells<Entry> = Readonly<Record<string, (entry: Entry, timeZone: string) => CsvCell>>

export interface Column<Entry> {
  title: string
  cellOf(entry: Entry, timeZone: string): CsvCell
}

/** Reads `day=Дата,account,…`; null for the name of no column. */
export const readColumns = <Entry>(cells: Cells<Entry>, text: string): Column<Entry>[] | null => {
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

export interface CsvTable {
  table: Uint8Array
  /** How many entries it has. */
  count: number
  lost: LostText[]
}

/** A table with the titles of its columns. In UTF-8 it has the mark by which a Russian Excel knows it. */
export const asCsv = async <Entry>(
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
