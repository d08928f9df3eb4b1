import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { INVITED_TITLE, Invitation } from '~/features/mailed-links/invitation'
import { loadInvitation } from '~/features/mailed-links/load-invitation.server'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { submitInvitation } from '~/features/mailed-links/submit-invitation.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'all',
  secret: true,
  feature: 'family',
  isValid: hasMailedId,
} satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadInvitation(request, context)

export const action = submitInvitation

export default function AccessInvitePage() {
  return <Invitation {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(INVITED_TITLE, args)
