import { isLongRun } from './long-run'

type Row = Record<string, unknown>

/** Every combination of the values of several dimensions: `product({ width: [320, 1280], scripts: ['on', 'off'] })`. */
export function product<const Dimensions extends Record<string, readonly unknown[]>>(
  dimensions: Dimensions,
): { [Name in keyof Dimensions]: Dimensions[Name][number] }[]
export function product(dimensions: Record<string, readonly unknown[]>): Row[] {
  return Object.entries(dimensions).reduce<Row[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  )
}

/** A row's values, each with the name of its dimension. */
export const valuesOf = (row: Row): string[] => Object.entries(row).map((entry) => JSON.stringify(entry))

/** Every pair of a row's values. */
function pairsOf(row: Row): string[] {
  const values = valuesOf(row)
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`))
}

/**
 * A few of these combinations that still contain all their parts. Greedy: always takes a combination with the most new
 * parts. Deterministic.
 */
function covering<Combination extends Row>(
  combinations: readonly Combination[],
  partsOf: (combination: Combination) => readonly string[],
): Combination[] {
  const rows = combinations.map((combination) => ({ combination, parts: partsOf(combination) }))
  const seen = new Set<string>()
  const chosen: Combination[] = []
  for (let wanted = Math.max(0, ...rows.map(({ parts }) => parts.length)); wanted > 0; wanted -= 1)
    for (const { combination, parts } of rows) {
      const fresh = parts.filter((part) => !seen.has(part))
      if (fresh.length < wanted) continue
      chosen.push(combination)
      for (const part of fresh) seen.add(part)
    }
  return chosen
}

/** A few of these combinations that still contain every pair of values. */
export const pairwise = <Combination extends Row>(combinations: readonly Combination[]) =>
  covering(combinations, pairsOf)

/**
 * All combinations for `npm run test:long`; for `npm test` a few that contain every part, by default every pair of
 * values. Tests that wait have enough with `valuesOf`.
 */
export const combinationsOf = <Combination extends Row>(
  combinations: readonly Combination[],
  partsOf: (combination: Combination) => readonly string[] = pairsOf,
) => (isLongRun ? combinations : covering(combinations, partsOf))
