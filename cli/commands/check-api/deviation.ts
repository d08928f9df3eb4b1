import type { Endpoint } from 'contract/endpoint'
import { problem } from 'contract/problem'
import type { z } from 'zod'
import type { Answer, NoAnswer } from './upstream'

/** One difference from the contract. */
export interface Deviation {
  /** In which case: `the answer`, `without a session`, `an unknown id`. */
  when: string
  /** `status`, the name of a header, or a path in the JSON: `$.data[0].balance`. */
  path: string
  expected: string
  /** Types and shapes only. */
  got: string
  /** How many values of a list deviate like this; `path` is that of the first. */
  times: number
}

export const deviation = (path: string, expected: string, got: string): Deviation => ({
  when: 'the answer',
  path,
  expected,
  got,
  times: 1,
})

export const inCase = (when: string, deviations: readonly Deviation[]): Deviation[] =>
  deviations.map((one) => ({ ...one, when }))

/** Joins equal deviations of the entries of one list. */
export const mergeAlike = (deviations: readonly Deviation[]): Deviation[] => {
  const kinds = new Map<string, Deviation>()
  for (const one of deviations) {
    const kind = [one.when, one.path.replace(/\[\d+\]/g, '[]'), one.expected].join('\n')
    const first = kinds.get(kind)
    kinds.set(kind, first ? { ...first, times: first.times + one.times } : one)
  }
  return [...kinds.values()]
}

const longestShown = 24

/** The type and shape of a value, without its content, which may be personal data: `text 'Aaaa +9'`. */
const shapeOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty text' : `text '${maskText(value)}'`
    case 'number':
      return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction'
    case 'boolean':
      return 'true or false'
    default:
      return 'an object'
  }
}

const maskText = (text: string): string => {
  const shape = text
    .slice(0, longestShown)
    .replace(/\p{Lu}/gu, 'A')
    .replace(/(?!A)\p{L}/gu, 'a')
    .replace(/\p{N}/gu, '9')
    .replace(/\p{C}/gu, '?')
  return text.length > longestShown ? `${shape}…` : shape
}

type Path = readonly PropertyKey[]
interface Difference {
  path: Path
  expected: string
}

/** The deviations of a JSON value from its schema. */
const schemaDeviations = (schema: z.ZodType, json: unknown): Deviation[] => {
  const { error } = schema.safeParse(json)
  const differences = error?.issues.flatMap((issue) => differencesOf(issue, [], json)) ?? []
  return differences.map(({ path, expected }) =>
    deviation(shownPath(path), expected, shapeOf(valueAt(json, path))),
  )
}

const differencesOf = (issue: z.core.$ZodIssue, above: Path, json: unknown): Difference[] => {
  const path = [...above, ...issue.path]
  if (issue.code !== 'invalid_union') return [{ path, expected: expectedBy(issue) }]
  const options = issue.errors.map((errors) => errors.flatMap((inner) => differencesOf(inner, path, json)))
  // An option that fails at this value itself is for another type.
  const sameType = options.filter((option) => option.every((one) => one.path.length > path.length))
  // Missing fields weigh most: an option with all its fields is the one that was meant.
  const weightOf = (option: readonly Difference[]) =>
    option.filter((one) => valueAt(json, one.path) === undefined).length * 1000 + option.length
  const least = Math.min(...sameType.map(weightOf))
  const nearest = sameType.filter((option) => weightOf(option) === least)
  if (nearest.length > 0) return (least < 1000 ? nearest.slice(0, 1) : nearest).flat()
  const expected = [...new Set(options.flat().map((one) => one.expected))].join(' or ')
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

/** The deviations of an answer that has to be a success. */
export const answerDeviations = (endpoint: Endpoint, answer: Answer | NoAnswer): Deviation[] => {
  const statuses = endpoint.maybeEmpty ? [endpoint.success, 204] : [endpoint.success]
  const statusFaults = statusDeviations(statuses, answer)
  if (statusFaults.length > 0 || 'failure' in answer) return statusFaults
  if (answer.status === 204) return []
  return bodyDeviations(endpoint.answer, answer)
}

/** The deviations of an answer that has to be a refusal. */
export const refusalDeviations = (statuses: readonly number[], answer: Answer | NoAnswer): Deviation[] => {
  const statusFaults = statusDeviations(statuses, answer)
  return statusFaults.length > 0 || 'failure' in answer ? statusFaults : bodyDeviations(problem, answer)
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

/** The parsed text; undefined if it is not JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
