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

/** Every two values of a row, each with the name of its dimension. */
function pairsOf(row: Row): string[] {
  const values = Object.entries(row).map((entry) => JSON.stringify(entry))
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`))
}

/**
 * A few of these combinations in which every two values that occur together somewhere still occur together. Greedy: a
 * combination is taken as soon as none brings more new pairs than it does. The same combinations give the same choice.
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

/** What `npm test` tries of these combinations: any two values together; `npm run test:long` tries them all. */
export const combinationsOf = <Combination extends Row>(combinations: readonly Combination[]) =>
  isLongRun ? combinations : pairwise(combinations)
