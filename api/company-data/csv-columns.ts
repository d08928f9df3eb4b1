import { type CsvCell, csvRow } from 'format/csv'
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

export interface CsvLayout<Entry> {
  columns: readonly Column<Entry>[]
  encoding: string
  timeZone: string
}

/** A table with the titles of its columns, and how many entries it has. */
export const asCsv = async <Entry>(
  entries: AsyncIterable<Entry>,
  { columns, encoding, timeZone }: CsvLayout<Entry>,
): Promise<{ table: Uint8Array; count: number }> => {
  const parts = [iconv.encode(csvRow(columns.map(({ title }) => title)), encoding)]
  for await (const entry of entries)
    parts.push(iconv.encode(csvRow(columns.map(({ cellOf }) => cellOf(entry, timeZone))), encoding))
  return { table: Buffer.concat(parts), count: parts.length - 1 }
}
