import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { HomePage } from '~/features/content/home-page'
import { loadPage } from '~/features/content/load-page.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'all', secret: false, sameForGuests: true } satisfies RouteHandle

export const loader = async (args: LoaderFunctionArgs) => {
  const [page, user] = await Promise.all([loadPage(args), args.context.visitor.currentUser()])
  return { ...page, signedIn: user !== null }
}

export default function MainPage() {
  const { heading, lead, body, signedIn } = useLoaderData<typeof loader>()
  return <HomePage title={heading} description={lead} body={body} signedIn={signedIn} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.title ?? null, args, args.data?.description)
