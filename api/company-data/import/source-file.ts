import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { fileWords as words } from './import.words'
import { UnusableFile } from './unusable-file'

export const encodings = ['utf-8', 'windows-1251'] as const
export type Encoding = (typeof encodings)[number]

export const delimiters = [';', ',', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

export interface SourceFile {
  path: string
  /** Without its folder. */
  name: string
  sha256: string
  bytes: number
  encoding: Encoding
  delimiter: Delimiter
}

export interface Layout {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
}

export interface CsvLine {
  number: number
  cells: readonly string[]
}

const mostCharactersOfLine = 200_000
/** Room for the names of the columns. */
const headBytes = 65_536
/** What ZIP (a table of Excel), gzip and UTF-16 in either order begin with. */
const otherFormats = ['504b0304', '1f8b', 'fffe', 'feff']

/** Reads the file once for its hash and encoding. Throws UnusableFile. */
export const inspectFile = async (path: string, { encoding, delimiter }: Layout): Promise<SourceFile> => {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let isUtf8 = true
  let head = Buffer.alloc(0)
  const decode = (...chunk: Parameters<TextDecoder['decode']>) => {
    try {
      decoder.decode(...chunk)
    } catch {
      isUtf8 = false
    }
  }
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk)
      bytes += chunk.length
      if (head.length < headBytes) head = Buffer.concat([head, chunk])
      if (isUtf8) decode(chunk, { stream: true })
    }
  } catch {
    throw new UnusableFile(words.missing(path))
  }
  if (isUtf8) decode()
  if (isOtherFormat(head)) throw new UnusableFile(words.notText)
  if (encoding === 'utf-8' && !isUtf8) throw new UnusableFile(words.notUtf8)
  const used = encoding ?? (isUtf8 ? 'utf-8' : 'windows-1251')
  const names = namesIn(iconv.decode(head, used))
  return {
    path,
    name: basename(path),
    sha256: hash.digest('hex'),
    bytes,
    encoding: used,
    delimiter: delimiter ?? mostFrequent(names),
  }
}

/** The other forms of UTF-16, and older tables of Excel, have zero bytes in their first line. */
const isOtherFormat = (head: Buffer) => {
  const end = head.indexOf('\n')
  const firstLine = end === -1 ? head : head.subarray(0, end)
  return firstLine.includes(0) || otherFormats.some((begin) => head.toString('hex', 0, 4).startsWith(begin))
}

/** The first line. Throws UnusableFile where it has no names of columns. */
const namesIn = (text: string): string => {
  const [names = ''] = text.split(/[\r\n]/, 1)
  if (text.trim() === '') throw new UnusableFile(words.empty)
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
 * The lines of the file, first the columns' names. Those without any value are left out. Throws UnusableFile
 * for what is no CSV, and at the end for a file that has changed since it was inspected.
 */
export async function* readLines(
  { path, encoding, delimiter, sha256 }: SourceFile,
  onBytes: (bytes: number) => void,
): AsyncGenerator<CsvLine> {
  const source = createReadStream(path, { highWaterMark: 262_144 })
  const hash = createHash('sha256')
  source.on('data', (chunk) => {
    hash.update(chunk)
    onBytes(chunk.length)
  })
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: mostCharactersOfLine,
  })
  // Its errors arrive where the parser is read.
  const ignore = () => {}
  if (encoding === 'utf-8') pipeline(source, parser, ignore)
  else pipeline(source, iconv.decodeStream(encoding), parser, ignore)
  try {
    for await (const { record, info } of parser) yield { number: info.lines, cells: record }
  } catch (error) {
    throw error instanceof CsvError ? new UnusableFile(whyOf(error)) : error
  }
  if (hash.digest('hex') !== sha256) throw new UnusableFile(words.changed)
}

const whyOf = (error: CsvError) => {
  const line = typeof error.lines === 'number' ? error.lines : 0
  return error.code === 'CSV_MAX_RECORD_SIZE' ? words.tooLong(line) : words.quotes(line)
}
