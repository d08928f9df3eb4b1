import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadSecurity, type SecurityState } from '~/features/security/load-security.server'
import { RecoveryCodes } from '~/features/security/recovery-codes'
import { SecondStepSetup } from '~/features/security/second-step-setup'
import { SECURITY_TITLE, SecurityPage } from '~/features/security/security-page'
import { submitSecurity } from '~/features/security/submit-security.server'
import { paths } from '~/paths'
import { isAccepted } from '~/server/forms/read-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { useFreshestPage } from '~/ui/post-form/page-answer'

export const handle = {
  access: 'user',
  secret: true,
  feature: 'security',
  section: paths.profile,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { answerTitle } = context
  if (isAccepted(context)) return { answerTitle, sessions: null, secondStep: null, hasCalendar: false }
  const { api } = await requireUser(request, context)
  return { answerTitle, ...(await loadSecurity(api, context)) }
}

export const action = submitSecurity

/**
 * Recovery codes are shown only in the answer to their form, and a rejected form has what was typed: nothing is loaded that
 * could fail in the answer's place.
 */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function SecurityRoute() {
  const answer = useActionData<typeof action>()
  const { sessions, secondStep, hasCalendar } = useFreshestPage<SecurityState>(
    useLoaderData<typeof loader>(),
    answer?.view === 'state' ? answer.fresh : undefined,
  )
  if (answer?.view === 'codes') return <RecoveryCodes codes={answer.codes} />
  if (answer?.view === 'setup') return <SecondStepSetup setup={answer.setup} reply={answer.reply} />
  return (
    <SecurityPage
      sessions={sessions}
      secondStep={secondStep}
      hasCalendar={hasCalendar}
      reply={answer?.reply}
    />
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.answerTitle ?? SECURITY_TITLE, args)
