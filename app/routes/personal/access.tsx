import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { ACCESS_TITLE, AccessPage } from '~/features/family/access-page'
import { InvitationLink } from '~/features/family/invitation-link'
import { type AccessState, loadAccess } from '~/features/family/load-access.server'
import { submitAccess } from '~/features/family/submit-access.server'
import { titleOfAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { useFreshPage } from '~/ui/post-form/page-answer'

export const handle = {
  access: 'user',
  secret: true,
  feature: 'family',
  section: paths.accounts,
} satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAccess(request, context)

export const action = submitAccess

/**
 * A new link is shown only in the answer to its form, and a rejected form has what was typed: nothing is loaded that could
 * fail in the answer's place.
 */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function AccessRoute() {
  const answer = useActionData<typeof action>()
  const reply = answer && 'form' in answer ? answer : undefined
  const state = useFreshPage<AccessState>(useLoaderData<typeof loader>(), reply)
  if (answer && 'link' in answer) return <InvitationLink {...answer} />
  return <AccessPage state={state} reply={reply} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(ACCESS_TITLE, args.data?.choices), args)
