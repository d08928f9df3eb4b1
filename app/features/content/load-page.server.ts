import { type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import type { PageRedirect } from 'contract/pages'
import { dayIn } from 'format/dates'
import { shownText, withNoBreaks } from 'format/shown-text'
import { straightPath } from '~/server/http/page-address.server'
import { publicAddress, siteRedirect } from '~/server/http/redirects.server'
import { anyone, pageNotFound } from '~/server/pages/guards.server'
import { contentPath } from './content-path'
import { readPageBody, withoutPictures } from './page-body.server'

/**
 * Loads the content page of this address, sanitised. `title` and `description` are for the head, `heading` and `lead`
 * for the page; `updatedOn` is a day in the company's time zone. Throws the redirect of a moved page, or the error
 * screen of a failure.
 */
export const loadPage = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  const { pathname } = new URL(request.url)
  const path = contentPath(pathname)
  if (path === null) throw pageNotFound(request)
  const { publicUrl, timeZone } = context.config
  const answer = await api.load('page', { query: { path } })
  if ('redirect' in answer) {
    const redirection = movedPage(path, answer.redirect, publicUrl)
    if (redirection) throw redirection
    context.log.error({ call: 'page', reason: 'it redirects where nobody may be sent' }, 'product API failed')
    throw new Response(null, { status: 502 })
  }
  const { title, description, body, updatedAt } = answer
  const pageBody = readPageBody(body, publicUrl)
  return {
    title,
    heading: withNoBreaks(title),
    lead: shownText(description),
    description: description ?? null,
    body: context.accessible?.images === 'off' ? withoutPictures(pageBody) : pageBody,
    updatedOn: dayIn(updatedAt ?? '', timeZone),
  }
}

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
