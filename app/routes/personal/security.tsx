import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadSecurity, type SecurityState } from '~/features/security/load-security.server'
import { RecoveryCodes, SecondStepSetup } from '~/features/security/second-step-setup'
import { SECURITY_TITLE, SecurityPage } from '~/features/security/security-page'
import { submitSecurity } from '~/features/security/submit-security.server'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { useFreshPage } from '~/ui/post-form/page-answer'

export const handle = {
  access: 'user',
  secret: true,
  feature: 'security',
  section: paths.profile,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (context.form.state === 'accepted') return { sessions: null, secondStep: null, hasCalendar: false }
  const { api } = await requireUser(request, context)
  return loadSecurity(api, context)
}

export const action = submitSecurity

/**
 * Recovery codes are shown only in the answer to their form, and a rejected form has what was typed: nothing is loaded that
 * could fail in the answer's place.
 */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function SecurityRoute() {
  const answer = useActionData<typeof action>()
  const reply = answer && 'form' in answer ? answer : undefined
  const page = useFreshPage<SecurityState>(useLoaderData<typeof loader>(), reply)
  if (answer && 'codes' in answer) return <RecoveryCodes codes={answer.codes} />
  if (answer && 'setup' in answer) return <SecondStepSetup {...answer} />
  return <SecurityPage {...page} reply={reply} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(SECURITY_TITLE, args)
