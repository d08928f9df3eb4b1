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

/** Every pair of a row's values, each with the name of its dimension. */
function pairsOf(row: Row): string[] {
  const values = Object.entries(row).map((entry) => JSON.stringify(entry))
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`))
}

/**
 * A few of these combinations that still contain every pair of values. Greedy: always takes a combination with the most
 * new pairs. Deterministic.
 */
export function pairwise<Combination extends Row>(combinations: readonly Combination[]): Combination[] {
  const rows = combinations.map((combination) => ({ combination, pairs: pairsOf(combination) }))
  const seen = new Set<string>()
  const chosen: Combination[] = []
  for (let wanted = Math.max(0, ...rows.map(({ pairs }) => pairs.length)); wanted > 0; wanted -= 1)
    for (const { combination, pairs } of rows) {
      const fresh = pairs.filter((pair) => !seen.has(pair))
      if (fresh.length < wanted) continue
      chosen.push(combination)
      for (const pair of fresh) seen.add(pair)
    }
  return chosen
}

/** Pairs of values for `npm test`, all combinations for `npm run test:long`. */
export const combinationsOf = <Combination extends Row>(combinations: readonly Combination[]) =>
  isLongRun ? combinations : pairwise(combinations)
