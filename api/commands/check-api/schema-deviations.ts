import type { z } from 'zod'
import { type Deviation, deviation } from './deviation'
import { shapeOf } from './shape-of'

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
