import { endpoints } from 'contract/endpoints'
import type { Result } from './check-step'
import type { Deviation } from './deviation'

const verdicts = ['holds', 'deviates', 'missing', 'not checked'] as const

const totalsOf = (results: readonly Result[]) =>
  Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  )

/** For people: a line for each call, with its deviations below. */
export const reportTable = (results: readonly Result[]): string =>
  [
    ...results.flatMap((result) => {
      const { method, path } = endpoints[result.name]
      return [[result.verdict.padEnd(12), method.padEnd(7), path].join(''), ...detailsOf(result)]
    }),
    '',
    Object.entries(totalsOf(results))
      .map(([verdict, count]) => `${verdict}: ${count}`)
      .join(', '),
    '',
  ].join('\n')

const indented = (text: string) => `${' '.repeat(12)}${text}`

const detailsOf = (result: Result): string[] => {
  switch (result.verdict) {
    case 'holds':
      return []
    case 'deviates':
      return result.deviations.map((one) => indented(deviationLine(one)))
    case 'missing':
      return [indented(`answers ${result.status}; in the portal ${result.without}`)]
    case 'not checked':
      return [indented(result.reason)]
  }
}

const deviationLine = ({ when, path, expected, got, times }: Deviation) =>
  `${when}: ${path}: expected ${expected}, got ${got}${times > 1 ? `, ${times} times` : ''}`

/** For programs: one JSON document. */
export const reportJson = (url: string, results: readonly Result[]): string =>
  `${JSON.stringify(
    {
      url,
      totals: totalsOf(results),
      calls: results.map(({ name, ...result }) => {
        const { method, path, standing } = endpoints[name]
        return { name, method, path, standing, ...result }
      }),
    },
    null,
    2,
  )}\n`
