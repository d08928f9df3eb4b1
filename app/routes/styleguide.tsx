import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { components } from '~/features/styleguide/components.server'
import { Styleguide } from '~/features/styleguide/styleguide'
import { anyone, pageNotFound } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'all', secret: false } satisfies RouteHandle

/** `?component=button` shows one component alone. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  const { searchParams } = new URL(request.url)
  const chosen = searchParams.get('component')
  if (chosen !== null && !components.some(({ name }) => name === chosen)) throw pageNotFound(request)
  return { components, chosen }
}

export default function StyleguidePage() {
  return <Styleguide {...useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Компоненты', args)
