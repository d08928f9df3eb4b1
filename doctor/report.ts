import { isWell, type Result } from './examine'

const order = ['failed', 'warning', 'ok', 'not checked'] as const
const widestStatus = Math.max(...order.map((status) => status.length))

/** For a terminal: a line for each check, with what to do under it. */
export const asText = (results: readonly Result[]): string => {
  const widestName = Math.max(...results.map(({ name }) => name.length))
  const lines = results.flatMap((result) => {
    const head = `${result.status.padEnd(widestStatus)}  ${result.name.padEnd(widestName)}  ${result.found}`
    return 'advice' in result
      ? [head, `${' '.repeat(widestStatus + widestName + 4)}${result.advice}`]
      : [head]
  })
  const counts = order.flatMap((status) => {
    const count = results.filter((result) => result.status === status).length
    return count > 0 ? [`${count} ${status}`] : []
  })
  return `${[...lines, '', counts.join(', ')].join('\n')}\n`
}

/** For programs: `{ ok, checks: [{ name, status, found, advice }] }`. */
export const asJson = (results: readonly Result[]): string =>
  `${JSON.stringify({ ok: isWell(results), checks: results }, null, 2)}\n`
