/** Spreadsheets read a file that starts with it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A text, or a number to calculate with, written without quotes. */
export type CsvCell = string | { figure: string }

/** Spreadsheets execute a text that begins like this. */
const FORMULA = /^[=+\-@\t\r\n]/

const SPECIAL = /[";\r\n]/

/** One row by RFC 4180 with semicolons and its line end. A text that looks like a formula gets a leading apostrophe. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(';')}\r\n`

/** Kopecks as a number for spreadsheets with Russian settings: 123456 → '1234,56', -50 → '-0,50'. */
export const csvAmount = (kopecks: number): CsvCell => {
  if (!Number.isSafeInteger(kopecks)) throw new RangeError('An amount is an integer number of kopecks')
  const digits = String(Math.abs(kopecks)).padStart(3, '0')
  return { figure: `${kopecks < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}` }
}

const writeCell = (cell: CsvCell) => {
  if (typeof cell !== 'string') return cell.figure
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
