import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a form comes from a page of this site, by `Sec-Fetch-Site` or, in older browsers, `Origin`; false without
 * both.
 */
export const isOwnForm = (headers: IncomingHttpHeaders, publicOrigin: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined) return false
  return headers.origin === publicOrigin
}
