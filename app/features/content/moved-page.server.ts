import { redirect, redirectDocument } from '@remix-run/node'
import type { PageRedirect } from 'contract/pages'
import { publicAddress } from '~/server/http/redirects.server'
import { contentPath } from './content-path'

/**
 * The answer to a page that the product API says has moved, with the very status it names; another site is gone to by
 * a full page load. Null for what is not followed: any scheme but http and https, and the way back to the page itself.
 */
export const movedPage = (path: string, { url, status }: PageRedirect, publicUrl: URL): Response | null => {
  const target = publicAddress(url, publicUrl, ['https:', 'http:'])
  if (!target) return null
  if (target.kind === 'external') return redirectDocument(target.url, status)
  const { pathname, search, hash } = new URL(target.path, publicUrl)
  const straight = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '') || '/'
  // The query is not sent, so with another one the API would only say the same again.
  if (contentPath(straight) === path) return null
  return redirect(straight + search + hash, status)
}
