import type { RequestHandler } from 'express'

/** Remix answers a request with this parameter by running one route alone, past the others. Its scripts no longer use it. */
const SINGLE_ROUTE_PARAMETER = '_data'

/**
 * The request target in the one form that every later step reads: the path as the URL standard spells it (dots resolved,
 * backslashes turned), the query unchanged but for `_data`. Of an absolute target, as proxies send it, the host is ignored.
 */
export const requestTarget = (raw: string): string => {
  const absolute = raw.startsWith('/') ? `http://portal${raw}` : raw
  if (!URL.canParse(absolute) || !/^https?:/i.test(absolute))
    return requestTarget(`/${encodeURIComponent(raw)}`)
  const { pathname } = new URL(absolute)
  const at = raw.indexOf('?')
  const query = at === -1 ? [] : raw.slice(at + 1).split('&')
  const kept = query.filter((part) => !new URLSearchParams(part).has(SINGLE_ROUTE_PARAMETER)).join('&')
  return kept ? `${pathname}?${kept}` : pathname
}

/** Normalizes the request target before anything reads it. */
export const normalizeTarget: RequestHandler = (req, _res, next) => {
  req.url = requestTarget(req.url)
  req.originalUrl = req.url
  next()
}
