import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { BadFile } from './bad-file'

interface YamlOptions {
  /** Whether every scalar stays a text: a number would lose the zero that a BIC begins with. */
  textOnly?: boolean
  /** The line of the file at which the text begins. */
  firstLine?: number
}

/** Parses YAML, and so JSON, by a schema. Throws a BadFile with the line of each mistake. */
export const parseYaml = <Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  { textOnly = false, firstLine = 1 }: YamlOptions = {},
): z.output<Schema> => {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    ...(textOnly ? { schema: 'failsafe' } : {}),
  })
  const lineOf = (position: number) => lines.linePos(position).line + firstLine - 1
  // Later errors follow from the first.
  const [error] = document.errors
  if (error) throw new BadFile([{ line: lineOf(error.pos[0]), what: inOneLine(error.message) }])
  const result = schema.safeParse(document.toJS() ?? {})
  if (result.success) return result.data
  throw new BadFile(
    result.error.issues.flatMap(schemaMistakesOf).map(({ path, message }) => ({
      line: lineOf(startOf(document, path)),
      what: [path.map(String).join('.'), message].filter(Boolean).join(': '),
    })),
  )
}

interface SchemaMistake {
  path: readonly PropertyKey[]
  message: string
}

/** One mistake for each unknown key: zod reports them together, at the object that has them. */
const schemaMistakesOf = (issue: z.core.$ZodIssue): SchemaMistake[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key], message: 'there is no such key' }))
    : [issue]

/** The position of the key or value at this path, or of the nearest existing parent. */
const startOf = (document: Document, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const start = nodeStart(document, path.slice(0, length))
    if (start !== undefined) return start
  }
  return document.contents?.range?.[0] ?? 0
}

const nodeStart = (document: Document, path: readonly PropertyKey[]): number | undefined => {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (isMap(parent)) {
    // A block begins a line after its key, and a reader looks for the key.
    const keys = parent.items.map(({ key }) => key).filter((key) => isScalar(key))
    return keys.find(({ value }) => String(value) === String(path.at(-1)))?.range?.[0]
  }
  const node = document.getIn(path, true)
  return isNode(node) ? node.range?.[0] : undefined
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
