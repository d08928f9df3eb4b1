import { longestAccountNumber, longestIdentifier } from 'contract/limits'
import { periodPattern } from 'contract/time'
import { normalizeAccountNumber } from 'format/account'
import { addDays, readPeriod } from 'format/dates'
import type { BadLine, BadLines } from './bad-lines'
import type { Columns } from './column-map'
import { fileWords, lineWords as words } from './import.words'
import type { CsvLine } from './source-file'
import { UnusableFile } from './text-encoding'

const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g
const MONEY = /^(-|\u2212)?(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?$/
const DECIMAL = /^(-|\u2212)?(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,9}))?$/
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const RUSSIAN_DAY = /^(\d{2})\.(\d{2})\.(\d{4})$/
/** The number of an account or a document that a spreadsheet has rewritten as a quantity: digits may be lost. */
const SPREADSHEET_NUMBER = /^\d+(?:[.,]\d+)?E[+-]\d+$|^\d+[.,]0+$/i
const RUSSIAN_PERIOD = /^(\d{2})\.(\d{4})$/
const FIRST_OF_MONTH = /^(?:01\.(?=\d{2}\.\d{4}$)|(\d{4}-\d{2})-01$)/
/** 1C prints a time after a day. */
const TIME_OF_DAY = /[ T](?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}$/
/** A day without a value, as 1C prints it. */
const EMPTY_DAY = /^(?:01\.01\.0001|0001-01-01|\.\s*\.)$/
const TOTAL_LINE = /^(?:итого|всего)(?![а-яё])/i
/** A decoder writes it for a byte that it cannot read. */
const BROKEN_LETTER = '\ufffd'

const longestText = 1000

/**
 * Reads the fields line by line. A field that cannot be read makes the line bad and is added to `bad`; ignore the value
 * that its method returns.
 */
export class FieldReader<Field extends string> {
  readonly #columns: Columns
  readonly #bad: BadLines
  readonly #width: number
  readonly #isEmptyZero: boolean
  #cells: readonly string[] = []
  #line = 0
  isBad = false
  /** Whether the line says which account it is about. */
  hasAccount = false

  constructor(
    columns: Columns,
    { bad, width, isEmptyZero }: { bad: BadLines; width: number; isEmptyZero: boolean },
  ) {
    this.#columns = columns
    this.#bad = bad
    this.#width = width
    this.#isEmptyZero = isEmptyZero
  }

  get line() {
    return this.#line
  }

  /** Moves to the given line. */
  begin({ number, cells }: CsvLine) {
    this.#line = number
    const reason = this.#lineFault(cells)
    this.isBad = reason !== null
    this.#cells = reason === null ? cells : []
    this.hasAccount = !this.isBad && isAccount(this.#cellOf('account'))
    if (reason !== null) this.#add({ line: number, column: null, reason })
  }

  #lineFault(cells: readonly string[]): string | null {
    if (TOTAL_LINE.test(cells.find((cell) => cell !== '') ?? '')) return words.totalLine
    return cells.length === this.#width ? null : words.cells(cells.length, this.#width)
  }

  /** Adds the account too: a bad line may exclude its whole account. */
  #add(bad: BadLine) {
    this.#bad.add(bad, this.hasAccount ? normalizeAccountNumber(this.#cellOf('account')) : undefined)
  }

  #cellOf(field: string): string {
    const column = this.#columns.get(field)
    if (!column) return ''
    return 'value' in column ? column.value : withoutTextMark(this.#cells[column.index] ?? '')
  }

  has(field: Field): boolean {
    return this.#columns.has(field)
  }

  /** The title of the field's column. */
  title(field: Field): string {
    return this.#columns.get(field)?.title ?? field
  }

  /**
   * Makes the line bad; `others` are fields whose values are a part of the reason. Throws UnusableFile if the file of
   * columns sets all these fields for all lines.
   */
  refuse(field: Field, reason: string, others: readonly Field[] = []) {
    if ([field, ...others].every((one) => this.#isConstant(one)))
      throw new UnusableFile(fileWords.constant(field, reason))
    // A line that cannot be read has no values to refuse.
    if (this.isBad && this.#cells.length !== this.#width) return
    this.isBad = true
    this.#add({ line: this.#line, column: this.title(field), reason })
  }

  #isConstant(field: Field): boolean {
    const column = this.#columns.get(field)
    return column !== undefined && 'value' in column
  }

  /** `''` if the field is missing or empty. */
  optionalText(field: Field, longest = longestText): string {
    const value = this.#cellOf(field)
    if (value.length > longest) this.refuse(field, words.tooLong(longest))
    // PostgreSQL cannot store it in a text.
    if (value.includes('\0')) this.refuse(field, words.zeroByte)
    if (value.includes(BROKEN_LETTER)) this.refuse(field, words.brokenLetter)
    return value
  }

  text(field: Field, longest = longestText): string {
    const value = this.optionalText(field, longest)
    if (value === '') this.refuse(field, words.empty)
    return value
  }

  account(field: Field): string {
    const typed = this.text(field)
    if (SPREADSHEET_NUMBER.test(typed)) this.refuse(field, words.spreadsheetNumber(typed))
    else if (typed !== '' && !isAccount(typed)) this.refuse(field, words.account(typed))
    return normalizeAccountNumber(typed)
  }

  /** The number of a document in another system; `''` if there is none. */
  optionalIdentifier(field: Field): string {
    const typed = this.optionalText(field, longestIdentifier)
    if (SPREADSHEET_NUMBER.test(typed)) this.refuse(field, words.spreadsheetNumber(typed))
    return typed
  }

  identifier(field: Field): string {
    const typed = this.optionalIdentifier(field)
    if (typed === '') this.refuse(field, words.empty)
    return typed
  }

  /** Kopecks of a sum in rubles. */
  money(field: Field): number {
    const value = this.optionalText(field)
    if (value === '' && !this.#isEmptyZero) this.refuse(field, words.emptySum)
    return this.#kopecks(field, value)
  }

  /** Kopecks; null if the field is empty. */
  optionalMoney(field: Field): number | null {
    const value = this.optionalText(field)
    return value === '' ? null : this.#kopecks(field, value)
  }

  #kopecks(field: Field, value: string): number {
    if (value === '') return 0
    const parts = MONEY.exec(value.replace(SPACES, ' '))
    if (!parts) {
      this.refuse(field, words.money(value))
      return 0
    }
    const [, minus, rubles = '', fraction = ''] = parts
    const kopecks = Number(rubles.replaceAll(' ', '') + fraction.padEnd(2, '0'))
    // The sum of a million such amounts has to be exact.
    if (kopecks > Number.MAX_SAFE_INTEGER / 1_000_000) this.refuse(field, words.tooMuch(value))
    return signed(minus !== undefined, kopecks)
  }

  /** A number that is not negative; null if the field is empty. */
  optionalNumber(field: Field): number | null {
    const number = this.optionalSignedNumber(field)
    if (number !== null && number < 0) this.refuse(field, words.number(this.#cellOf(field)))
    return number
  }

  /** Null if the field is empty. */
  optionalSignedNumber(field: Field): number | null {
    const value = this.optionalText(field)
    if (value === '') return null
    const parts = this.#decimal(field, value)
    return parts && signed(parts.isNegative, Number(`${parts.whole}.${parts.fraction}`))
  }

  optionalWholeNumber(field: Field): number | null {
    const value = this.optionalText(field)
    if (value === '') return null
    if (!/^\d{1,9}$/.test(value)) {
      this.refuse(field, words.whole(value))
      return null
    }
    return Number(value)
  }

  /** Kopecks of a price in rubles, which may have fractions of a kopeck; null if the field is empty. */
  optionalPrice(field: Field): number | null {
    const value = this.optionalText(field)
    if (value === '') return null
    const parts = this.#decimal(field, value)
    if (parts?.isNegative) this.refuse(field, words.number(value))
    if (!parts) return null
    const digits = parts.fraction.padEnd(2, '0')
    return Number(`${parts.whole}${digits.slice(0, 2)}.${digits.slice(2)}`)
  }

  #decimal(field: Field, value: string) {
    const parts = DECIMAL.exec(value.replace(SPACES, ' '))
    if (!parts) {
      this.refuse(field, words.number(value))
      return null
    }
    const [, minus, whole = '', fraction = ''] = parts
    return { isNegative: minus !== undefined, whole: whole.replaceAll(' ', ''), fraction }
  }

  /** `2026-10-05` */
  day(field: Field): string {
    const day = this.optionalDay(field)
    if (day === null) this.refuse(field, words.empty)
    return day ?? ''
  }

  /** Null if the field is empty. */
  optionalDay(field: Field): string | null {
    const value = this.optionalText(field)
    const typed = value.replace(TIME_OF_DAY, '')
    if (typed === '' || EMPTY_DAY.test(typed)) return null
    const russian = RUSSIAN_DAY.exec(typed)
    const day = russian ? `${russian[3]}-${russian[2]}-${russian[1]}` : typed
    if (!ISO_DAY.test(day) || !isDay(day)) this.refuse(field, words.day(value))
    return day
  }

  /** A day that is not after today. */
  pastDay(field: Field, today: string): string {
    const day = this.day(field)
    if (!this.isBad && day > today) this.refuse(field, words.future)
    return day
  }

  /** `2026-10`; 1C writes the first day of the month, or its name. */
  period(field: Field): string {
    const value = this.text(field)
    if (value === '') return value
    const typed = value.replace(TIME_OF_DAY, '').replace(FIRST_OF_MONTH, '$1')
    const russian = RUSSIAN_PERIOD.exec(typed)
    const period = russian ? `${russian[2]}-${russian[1]}` : (readPeriod(typed) ?? typed)
    if (!periodPattern.test(period)) this.refuse(field, words.period(value))
    return period
  }
}

const isAccount = (typed: string) => {
  const account = normalizeAccountNumber(typed)
  if (account === '' || account.length > longestAccountNumber) return false
  return !account.includes('"') && !SPREADSHEET_NUMBER.test(typed)
}

/** Removes the marks by which a spreadsheet keeps a value as text: `="0012345"` and `'0012345`. */
const withoutTextMark = (cell: string): string => {
  if (cell.startsWith('="') && cell.endsWith('"')) return cell.slice(2, -1).replaceAll('""', '"')
  return /^'[\d=+@-]/.test(cell) ? cell.slice(1) : cell
}

/** Never returns -0. */
const signed = (isNegative: boolean, value: number) => (isNegative && value > 0 ? -value : value)

const isDay = (day: string) => {
  // A company's books are of this century; another year is a typing error.
  if (day < '2000-01-01' || day > '2099-12-31') return false
  try {
    return addDays(day, 0) === day
  } catch {
    return false
  }
}
