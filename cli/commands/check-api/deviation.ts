import type { Endpoint } from 'contract/endpoint'
import { problem } from 'contract/problem'
import type { z } from 'zod'
import type { Answer, NoAnswer } from './upstream'

/** One difference from the contract. */
export interface Deviation {
  /** What the call was asked for: `the answer`, `without a session`, `an unknown id`. */
  when: string
  /** `status`, the name of a header, or a path in the JSON: `$.data[0].balance`. */
  path: string
  expected: string
  /** Types and shapes only. */
  got: string
  /** How many values of a list differ in this way; the path is that of the first. */
  times: number
}

export const deviation = (path: string, expected: string, got: string): Deviation => ({
  when: 'the answer',
  path,
  expected,
  got,
  times: 1,
})

export const during = (when: string, deviations: readonly Deviation[]): Deviation[] =>
  deviations.map((one) => ({ ...one, when }))

/** Those of different entries of one list as one. */
export const alike = (deviations: readonly Deviation[]): Deviation[] => {
  const kinds = new Map<string, Deviation>()
  for (const one of deviations) {
    const kind = [one.when, one.path.replace(/\[\d+\]/g, '[]'), one.expected].join('\n')
    const first = kinds.get(kind)
    kinds.set(kind, first ? { ...first, times: first.times + one.times } : one)
  }
  return [...kinds.values()]
}

const longestShown = 24

/** What a value is, without what it says: nobody's personal data is printed. `text 'Aaaa +9'` */
export const shapeOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty text' : `text '${masked(value)}'`
    case 'number':
      return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction'
    case 'boolean':
      return 'true or false'
    default:
      return 'an object'
  }
}

const masked = (text: string): string => {
  const shown = text
    .slice(0, longestShown)
    .replace(/\p{Lu}/gu, 'A')
    .replace(/(?!A)\p{L}/gu, 'a')
    .replace(/\p{N}/gu, '9')
    .replace(/\p{C}/gu, '?')
  return text.length > longestShown ? `${shown}…` : shown
}

type Path = readonly PropertyKey[]
interface Difference {
  path: Path
  expected: string
}

/** Where a JSON value differs from its schema. */
export const schemaDeviations = (schema: z.ZodType, json: unknown): Deviation[] => {
  const { error } = schema.safeParse(json)
  const differences = error?.issues.flatMap((issue) => differencesOf(issue, [], json)) ?? []
  return differences.map(({ path, expected }) =>
    deviation(shownPath(path), expected, shapeOf(valueAt(json, path))),
  )
}

const differencesOf = (issue: z.core.$ZodIssue, above: Path, json: unknown): Difference[] => {
  const path = [...above, ...issue.path]
  if (issue.code !== 'invalid_union') return [{ path, expected: expectedBy(issue) }]
  const ways = issue.errors.map((way) => way.flatMap((inner) => differencesOf(inner, path, json)))
  // A way that fails at this very value has another type altogether.
  const near = ways.filter((way) => way.every((one) => one.path.length > path.length))
  const lacks = (way: readonly Difference[]) =>
    way.filter((one) => valueAt(json, one.path) === undefined).length * 1000 + way.length
  const least = Math.min(...near.map(lacks))
  const nearest = near.filter((way) => lacks(way) === least)
  if (nearest.length > 0) return (least < 1000 ? nearest.slice(0, 1) : nearest).flat()
  const expected = [...new Set(ways.flat().map((one) => one.expected))].join(' or ')
  return [{ path, expected: expected || 'one of the values of the contract' }]
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'a moment such as 2026-10-05T09:12:44Z',
  date: 'a day such as 2026-10-05',
}

const expectedBy = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => (value === '' ? 'an empty text' : String(value))).join(' or ')
    case 'invalid_format':
      return formats[issue.format] ?? `text of the form ${issue.pattern ?? issue.format}`
    case 'too_small':
      return `${issue.origin === 'string' ? 'characters' : issue.origin}: ${issue.minimum} or more`
    case 'too_big':
      return `${issue.origin === 'string' ? 'characters' : issue.origin}: ${issue.maximum} or fewer`
    case 'custom':
      return 'sums that agree with each other'
    default:
      return 'what the contract says'
  }
}

const valueAt = (json: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    json,
  )

const shownPath = (path: Path) =>
  path.reduce<string>(
    (shown, step) => shown + (typeof step === 'number' ? `[${step}]` : `.${String(step)}`),
    '$',
  )

/** Where the answer to a call that has to succeed differs from the contract. */
export const answerDeviations = (endpoint: Endpoint, answer: Answer | NoAnswer): Deviation[] => {
  const statuses = endpoint.maybeEmpty ? [endpoint.success, 204] : [endpoint.success]
  const wrong = statusDeviations(statuses, answer)
  if (wrong.length > 0 || 'failure' in answer) return wrong
  if (answer.status === 204) return []
  return bodyDeviations(endpoint.answer, answer)
}

/** Where a refusal differs from the contract. */
export const refusalDeviations = (statuses: readonly number[], answer: Answer | NoAnswer): Deviation[] => {
  const wrong = statusDeviations(statuses, answer)
  return wrong.length > 0 || 'failure' in answer ? wrong : bodyDeviations(problem, answer)
}

export const statusDeviations = (statuses: readonly number[], answer: Answer | NoAnswer): Deviation[] => {
  const expected = statuses.join(' or ')
  if ('failure' in answer) return [deviation('answer', expected, answer.failure)]
  const { status } = answer
  if (statuses.includes(status)) return []
  const isRedirect = status >= 300 && status < 400
  return [deviation('status', expected, isRedirect ? `${status}, a redirect` : String(status))]
}

const bodyDeviations = (schema: z.ZodType | undefined, { headers, body }: Answer): Deviation[] => {
  const type = headers.get('content-type') ?? ''
  const wrongType = /^application\/json *(; *charset="?utf-8"?)?$/i.test(type)
    ? []
    : [deviation('content-type', 'application/json in UTF-8', type || 'nothing')]
  const json = jsonOf(body)
  if (json === undefined) return [...wrongType, deviation('$', 'JSON', shapeOf(body))]
  return schema ? [...wrongType, ...schemaDeviations(schema, json)] : wrongType
}

/** Undefined: it is none. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
