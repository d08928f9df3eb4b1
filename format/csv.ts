/** What a file begins with so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A text, or a figure that is to be counted with and so is written as it is. */
export type CsvCell = string | { figure: string }

/** Spreadsheets take what begins like this for a formula and work it out. */
const FORMULA = /^[=+\-@\t\r\n]/

const SPECIAL = /[";\r\n]/

/** One row by RFC 4180 with semicolons, its line end included. A text like a formula gets an apostrophe before it. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(written).join(';')}\r\n`

/** Kopecks as a spreadsheet with Russian settings takes them: 123456 → '1234,56', -50 → '-0,50'. */
export const csvAmount = (kopecks: number): CsvCell => {
  if (!Number.isSafeInteger(kopecks)) throw new RangeError('An amount is an integer number of kopecks')
  const digits = String(Math.abs(kopecks)).padStart(3, '0')
  return { figure: `${kopecks < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}` }
}

const written = (cell: CsvCell) => {
  if (typeof cell !== 'string') return cell.figure
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
