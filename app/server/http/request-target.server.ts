/** A parameter by which Remix would run one route alone; its scripts have long stopped asking that way. */
const RUNS_ONE_ROUTE = '_data'

/**
 * What a request asks for, in the one form that every later step reads: a path as the URL standard spells it (dots
 * resolved, backslashes turned) and the query to the byte. A proxy's whole address is taken for its path.
 */
export const requestTarget = (asked: string): string => {
  const whole = asked.startsWith('/') ? `http://portal${asked}` : asked
  if (!URL.canParse(whole) || !/^https?:/i.test(whole)) return requestTarget(`/${encodeURIComponent(asked)}`)
  const { pathname } = new URL(whole)
  const at = asked.indexOf('?')
  const query = at === -1 ? [] : asked.slice(at + 1).split('&')
  const kept = query.filter((part) => !new URLSearchParams(part).has(RUNS_ONE_ROUTE)).join('&')
  return kept ? `${pathname}?${kept}` : pathname
}
