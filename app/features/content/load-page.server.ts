import type { LoaderFunctionArgs } from '@remix-run/node'
import { dayIn } from 'format/dates'
import { shownText, withNoBreaks } from 'format/shown-text'
import { anyone } from '~/server/pages/guards.server'
import { contentPath } from './content-path'
import { movedPage } from './moved-page.server'
import { readPageBody, withoutPictures } from './page-body.server'

/**
 * The content page of this address, sanitised; `title` and `description` are for the head, `heading` and `lead` for the page; `updatedOn` is a day in the company's time zone. Throws the redirect of
 * a moved page, or the error screen of a failure.
 */
export const loadPage = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  const { pathname } = new URL(request.url)
  const path = contentPath(pathname)
  if (path === null) throw new Response(`Page Not Found: ${pathname}`, { status: 404 })
  const { publicUrl, timeZone } = context.config
  const answer = await api.load('page', { query: { path } })
  if ('redirect' in answer) {
    const moved = movedPage(path, answer.redirect, publicUrl)
    if (moved) throw moved
    context.log.error({ call: 'page', reason: 'it redirects where nobody may be sent' }, 'product API failed')
    throw new Response(null, { status: 502 })
  }
  const { title, description, body, updatedAt } = answer
  const read = readPageBody(body, publicUrl)
  return {
    title,
    heading: withNoBreaks(title),
    lead: shownText(description),
    description: description ?? null,
    body: context.accessible?.images === 'off' ? withoutPictures(read) : read,
    updatedOn: dayIn(updatedAt ?? '', timeZone),
  }
}
