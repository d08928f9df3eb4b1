import type { MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { ContentPage } from '~/features/content/content-page'
import { mayBeContent } from '~/features/content/content-path'
import { loadPage } from '~/features/content/load-page.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'all',
  secret: false,
  sameForGuests: true,
  isValid: ({ pathname, embeddedApi }: { pathname: string; embeddedApi: boolean }) =>
    mayBeContent(pathname, { embeddedApi }),
} satisfies RouteHandle

export const loader = loadPage

export default function AnyContentPage() {
  const { heading, body, updatedOn } = useLoaderData<typeof loader>()
  return <ContentPage title={heading} body={body} updatedOn={updatedOn} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.title ?? null, args, args.data?.description)
