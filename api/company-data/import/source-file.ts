import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { fileWords as words } from './import.words'
import { type Encoding, type EncodingEvidence, encodingDetector, UnusableFile } from './text-encoding'

const delimiters = [';', ',', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** The layout of a source file, as the file of columns declares it. */
interface Layout {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** The line with the names of the columns, from 1. Lines above it are left out. */
  headerRow: number
  /** False: quotation marks inside a cell are a part of its text. */
  hasQuotes: boolean
}

export interface SourceFile extends Layout {
  path: string
  /** The name without the folder. */
  name: string
  sha256: string
  bytes: number
  encoding: Encoding
  delimiter: Delimiter
}

export interface CsvLine {
  number: number
  cells: readonly string[]
}

const mostCharactersOfLine = 200_000
/** Room for the names of the columns. */
const headBytes = 65_536
/** The first bytes of ZIP (a table of Excel), gzip and UTF-16 in both byte orders. */
const otherFormats = ['504b0304', '1f8b', 'fffe', 'feff']

/** Reads the file once for its hash and encoding. Throws UnusableFile. */
export const inspectFile = async (path: string, layout: Layout): Promise<SourceFile> => {
  const hash = createHash('sha256')
  const detector = encodingDetector()
  let bytes = 0
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk)
      bytes += chunk.length
      if (head.length < headBytes) head = Buffer.concat([head, chunk])
      detector.add(chunk)
    }
  } catch (error) {
    throw new UnusableFile(readErrorReason(path, error))
  }
  if (isOtherFormat(head)) throw new UnusableFile(words.notText)
  const encoding = encodingOf(detector.end(), layout.encoding)
  const names = namesIn(iconv.decode(head, encoding), layout.headerRow)
  return {
    ...layout,
    path,
    name: basename(path),
    sha256: hash.digest('hex'),
    bytes,
    encoding,
    delimiter: layout.delimiter ?? mostFrequent(names),
  }
}

/** The reason in Russian for the operator. */
export const readErrorReason = (path: string, error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'ENOENT') return words.missing(path)
  if (code === 'EACCES' || code === 'EPERM') return words.forbidden(path)
  return code === 'EISDIR' ? words.isFolder(path) : words.unreadable(path, code)
}

/** Throws UnusableFile if the declared encoding would garble letters. */
const encodingOf = (
  { isUtf8, hasUtf8Letters, oneByte }: EncodingEvidence,
  declared: Encoding | undefined,
): Encoding => {
  if (declared === undefined) {
    const [encoding] = isUtf8 ? (['utf-8'] as const) : oneByte
    if (encoding === undefined) throw new UnusableFile(words.unknownEncoding)
    return encoding
  }
  const possibleEncodings: readonly Encoding[] = hasUtf8Letters ? ['utf-8'] : oneByte
  const [other] = possibleEncodings
  if (other !== undefined && !possibleEncodings.includes(declared))
    throw new UnusableFile(words.otherEncoding(declared, other))
  if (declared === 'utf-8' && !isUtf8) throw new UnusableFile(words.notUtf8)
  return declared
}

/** The other forms of UTF-16, and older tables of Excel, have zero bytes in their first line. */
const isOtherFormat = (head: Buffer) => {
  const end = head.indexOf('\n')
  const firstLine = end === -1 ? head : head.subarray(0, end)
  return firstLine.includes(0) || otherFormats.some((begin) => head.toString('hex', 0, 4).startsWith(begin))
}

/** The line with the names of the columns. Throws UnusableFile where there are none. */
const namesIn = (text: string, headerRow: number): string => {
  const names = text.split(/\r\n|[\r\n]/, headerRow)[headerRow - 1]
  if (text.trim() === '' || names === undefined) throw new UnusableFile(words.empty)
  if (/^[\s;,"]*$/.test(names)) throw new UnusableFile(words.blankFirst)
  if (/^sep=.?$/i.test(names)) throw new UnusableFile(words.separator(names))
  return names
}

const mostFrequent = (names: string): Delimiter => {
  const unquoted = names.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: Delimiter) => unquoted.split(delimiter).length
  return delimiters.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}

/**
 * Yields the lines of the file, first the columns' names. Lines without any value are left out. Throws UnusableFile for
 * a line that is too long. At the end it throws for misplaced quotation marks, because a line with them may swallow the
 * next ones, and for a file that has changed since `inspectFile`.
 */
export async function* readLines(
  { path, encoding, delimiter, sha256, headerRow, hasQuotes }: SourceFile,
  onBytes: (bytes: number) => void,
): AsyncGenerator<CsvLine> {
  const hash = createHash('sha256')
  const linesAbove = headerRow - 1
  /** Titles above the columns' names need not be CSV. */
  const belowTitles = async function* () {
    let titlesLeft = linesAbove
    for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
      const bytes: Buffer = chunk
      hash.update(bytes)
      onBytes(bytes.length)
      let start = 0
      while (titlesLeft > 0 && start < bytes.length) {
        const lineEnd = bytes.indexOf('\n', start)
        start = lineEnd === -1 ? bytes.length : lineEnd + 1
        if (lineEnd !== -1) titlesLeft--
      }
      if (start < bytes.length) yield bytes.subarray(start)
    }
  }
  const misquotedLines = new Set<number>()
  const swallowingLines = new Set<number>()
  /** The last line of the parser, which is ahead of the loop that reads its rows. */
  let lastLine = 0
  let width = 0
  const parser = parse({
    delimiter,
    quote: hasQuotes ? '"' : null,
    bom: true,
    // Not `trim`: trimming at the right ends the file at the first wrong quotation mark.
    ltrim: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    /** Puts the number of the line before its cells: the parser's types take no object here. */
    on_record(cells, { lines }) {
      const number = lines - lineEndsIn(cells)
      lastLine = lines
      width ||= cells.length
      if (isSwallowing(cells, delimiter, width)) {
        swallowingLines.add(number + linesAbove)
        return null
      }
      return [String(number + linesAbove), ...cells]
    },
    on_skip(error) {
      if (error === undefined || !isOfQuotes(error)) throw error
      if (error.code === 'INVALID_OPENING_QUOTE') lastLine = lineOf(error)
      // The line of the opening mark, and the line where the parser met the next one.
      else misquotedLines.add(lastLine + 1 + linesAbove)
      if (error.code !== 'CSV_QUOTE_NOT_CLOSED') misquotedLines.add(lineOf(error) + linesAbove)
    },
    max_record_size: mostCharactersOfLine,
  })
  // The loop that reads the parser gets the errors.
  const ignore = () => {}
  const text = oneLineEnd(belowTitles())
  if (encoding === 'utf-8') pipeline(text, parser, ignore)
  else pipeline(text, iconv.decodeStream(encoding), parser, ignore)
  const rows: AsyncIterable<string[]> = parser
  let isFirst = true
  try {
    for await (const [first, ...cells] of rows) {
      const number = Number(first)
      const above = isFirst ? [...misquotedLines].find((line) => line < number) : undefined
      if (above !== undefined) throw new UnusableFile(words.quotesAbove(above))
      isFirst = false
      const texts = cells.map((cell) => cell.trim())
      yield { number, cells: hasQuotes ? texts : texts.map(withoutOuterQuotes) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnusableFile(words.tooLong(lastLine + 1 + linesAbove)) : error
  }
  const [first] = misquotedLines
  if (isFirst && first !== undefined) throw new UnusableFile(words.quotesAbove(first))
  if (misquotedLines.size > 0)
    throw new UnusableFile(
      words.quotes([...misquotedLines, ...swallowingLines].toSorted((one, other) => one - other)),
    )
  if (swallowingLines.size > 0) throw new UnusableFile(words.swallowing([...swallowingLines]))
  if (hash.digest('hex') !== sha256) throw new UnusableFile(words.changed)
}

/** Removes marks around the whole cell, unless the first one is closed inside: `"Ромашка" и "Лютик"`. */
const withoutOuterQuotes = (cell: string): string => {
  const inner = /^"(.*)"$/s.exec(cell)?.[1] ?? cell
  return /^[^"]*[^"\s(]"/.test(inner) ? cell : inner
}

/** Replaces CRLF by LF: the parser counts CRLF inside quotation marks as two lines. */
async function* oneLineEnd(chunks: AsyncIterable<Buffer>) {
  let heldBack = ''
  for await (const chunk of chunks) {
    const bytes = heldBack + chunk.toString('latin1')
    heldBack = bytes.endsWith('\r') ? '\r' : ''
    yield Buffer.from(bytes.slice(0, bytes.length - heldBack.length).replaceAll('\r\n', '\n'), 'latin1')
  }
  yield Buffer.from(heldBack, 'latin1')
}

const lineEndsIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/**
 * Checks whether a mark that was never closed has made one record of several lines, up to the next mark. A cell of
 * Excel may have line ends of its own, but then no delimiter.
 */
const isSwallowing = (cells: readonly string[], delimiter: Delimiter, width: number) =>
  cells.some((cell) => cell.includes('\n') && (cell.includes(delimiter) || cells.length > width))

const isOfQuotes = ({ code }: CsvError) => code !== 'CSV_MAX_RECORD_SIZE'

const lineOf = ({ lines }: CsvError) => (typeof lines === 'number' ? lines : 0)
