import { redirectDocument } from '@remix-run/node'
import type { PageRedirect } from 'contract/pages'
import { straightPath } from '~/server/http/page-address.server'
import { publicAddress, siteRedirect } from '~/server/http/redirects.server'
import { contentPath } from './content-path'

/**
 * The redirect for a page that has moved, with the API's status; to another site or a file it is a full page load. Null
 * for a redirect that is not followed: schemes other than http and https, and the page itself.
 */
export const movedPage = (path: string, { url, status }: PageRedirect, publicUrl: URL): Response | null => {
  const target = publicAddress(url, publicUrl, ['https:', 'http:'])
  if (!target) return null
  if (target.kind === 'external') return redirectDocument(target.url, status)
  const straight = straightPath(target.path)
  // The API never sees the query, so a redirect that differs only there would loop.
  if (contentPath(new URL(straight, publicUrl).pathname) === path) return null
  return siteRedirect(straight, status)
}
