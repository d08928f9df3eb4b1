import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse as parseYaml, YAMLError } from 'yaml'
import { z } from 'zod'
import { fileWords as words } from './import.words'
import type { ImportName } from './import-outcome'
import { type Delimiter, encodings } from './source-file'
import { UnusableFile } from './unusable-file'

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
  /** By field: the name of its column, or one value for all lines. */
  columns: z.record(z.string(), z.union([text, z.strictObject({ value: text })])).default({}),
  payees: z.array(payee).default([]),
})

export type ColumnMap = z.output<typeof schema>

export const noMap: ColumnMap = { columns: {}, payees: [] }

/** Where a field's value comes from. */
export type Column = { title: string } & ({ index: number } | { value: string })
export type Columns = ReadonlyMap<string, Column>

/** A file of columns, with its SHA-256. Throws UnusableFile. */
export const readColumnMap = async (path: string): Promise<{ map: ColumnMap; sha256: string }> => {
  let source: Buffer
  try {
    source = await readFile(path)
  } catch {
    throw new UnusableFile(words.missing(path))
  }
  try {
    // Everything is text there: a number would lose the zero that a BIC begins with.
    const map = schema.parse(parseYaml(source.toString(), { schema: 'failsafe' }) || {})
    return { map, sha256: createHash('sha256').update(source).digest('hex') }
  } catch (error) {
    if (error instanceof YAMLError)
      throw new UnusableFile(words.map(path, error.message.split('\n')[0] ?? ''))
    if (error instanceof z.ZodError) {
      const [issue] = error.issues
      throw new UnusableFile(words.map(path, `${issue?.path.join('.')}: ${issue?.message}`))
    }
    throw error
  }
}

/** Finds the fields among the names of the columns. Throws UnusableFile. */
export const columnsOf = (
  { fields, name }: { fields: Readonly<Partial<Record<string, 'required' | 'optional'>>>; name: ImportName },
  map: ColumnMap,
  names: readonly string[],
): Columns => {
  const known = Object.keys(fields)
  for (const field of Object.keys(map.columns))
    if (!known.includes(field)) throw new UnusableFile(words.unknownField(field, known))
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
