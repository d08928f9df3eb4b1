import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse as parseYaml, YAMLError } from 'yaml'
import { z } from 'zod'
import { mapWords, fileWords as words } from './import.words'
import type { ImportName } from './import-result'
import { type Delimiter, readErrorReason } from './source-file'
import { encodings, UnusableFile } from './text-encoding'

const text = z.string()

const payee = z.strictObject({
  id: text,
  name: text,
  inn: text,
  kpp: text.optional(),
  bank: text,
  bic: text,
  correspondent_account: text,
  settlement_account: text,
})

const delimiterNames: Readonly<Record<string, Delimiter>> = { ';': ';', ',': ',', tab: '\t' }

const schema = z.strictObject({
  encoding: z.enum(encodings).optional(),
  delimiter: z
    .enum([';', ',', 'tab'])
    .transform((name) => delimiterNames[name])
    .optional(),
  /** The line with the names of the columns. */
  header_row: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .default(1),
  /** Lines that begin with one of these are skipped, such as totals. */
  skip_rows: z.array(text.min(1)).default([]),
  quotes: z.enum(['csv', 'none']).default('csv'),
  /** The value of an empty cell of a required sum. */
  empty: z.enum(['0']).optional(),
  /** By field: the name of its column, or one value for all lines. */
  columns: z.record(z.string(), z.union([text, z.strictObject({ value: text })])).default({}),
  payees: z.array(payee).default([]),
})

export type ColumnMap = z.output<typeof schema>

export const noMap: ColumnMap = schema.parse({})

/** Where a field's value comes from. */
type Column = { title: string } & ({ index: number } | { value: string })
export type Columns = ReadonlyMap<string, Column>

/** Reads a file of columns, with its SHA-256. Throws UnusableFile. */
export const readColumnMap = async (path: string): Promise<{ map: ColumnMap; sha256: string }> => {
  let source: Buffer
  try {
    source = await readFile(path)
  } catch (error) {
    throw new UnusableFile(readErrorReason(path, error))
  }
  const parsed = schema.safeParse(yamlOf(path, source.toString()), { error: mapWords.mistake })
  if (!parsed.success)
    throw new UnusableFile(
      parsed.error.issues
        .map(({ path: place, message }) =>
          words.map(path, [place.join('.'), message].filter((part) => part !== '').join(': ')),
        )
        .join('\n'),
    )
  return { map: parsed.data, sha256: createHash('sha256').update(source).digest('hex') }
}

/** Parses all values as text: a number would lose the leading zero of a BIC. */
const yamlOf = (path: string, text: string): unknown => {
  try {
    return parseYaml(text, { schema: 'failsafe' }) || {}
  } catch (error) {
    if (!(error instanceof YAMLError)) throw error
    throw new UnusableFile(words.map(path, mapWords.syntax(error.code, error.linePos?.[0].line)))
  }
}

/** Finds the fields among the names of the columns. Throws UnusableFile. */
export const columnsOf = (
  { fields, name }: { fields: Readonly<Partial<Record<string, 'required' | 'optional'>>>; name: ImportName },
  map: ColumnMap,
  names: readonly string[],
): Columns => {
  const fieldNames = Object.keys(fields)
  for (const field of Object.keys(map.columns))
    if (!fieldNames.includes(field)) throw new UnusableFile(words.unknownField(field, fieldNames))
  if (map.payees.length > 0 && name !== 'accounts') throw new UnusableFile(words.noPayees)
  const columns = new Map<string, Column>()
  for (const [field, need] of Object.entries(fields)) {
    const mapped = map.columns[field]
    if (typeof mapped === 'object') {
      columns.set(field, { title: field, value: mapped.value })
      continue
    }
    const title = mapped ?? field
    const index = names.indexOf(title)
    if (index >= 0) {
      if (names.lastIndexOf(title) !== index) throw new UnusableFile(words.twice(title))
      columns.set(field, { title, index })
    } else if (mapped !== undefined) throw new UnusableFile(words.noColumn(title, field))
    else if (need === 'required') throw new UnusableFile(words.needed(field))
  }
  return columns
}
