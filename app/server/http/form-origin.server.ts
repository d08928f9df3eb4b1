import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a form may have been posted by a page of this site. Browsers say where a request comes from
 * (`Sec-Fetch-Site`, older ones `Origin` alone); what says nothing is not believed.
 */
export const isOwnForm = (headers: IncomingHttpHeaders, publicOrigin: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined) return false
  return headers.origin === publicOrigin
}
