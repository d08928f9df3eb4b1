import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { RecoveryCodes } from '~/features/security/recovery-codes'
import { SecondStepSetup } from '~/features/security/second-step-setup'
import { viewOfSecondStep } from '~/features/security/second-step-view.server'
import { SECURITY_TITLE, SecurityPage } from '~/features/security/security-page'
import { viewOfSessions } from '~/features/security/session-view'
import { submitSecurity } from '~/features/security/submit-security.server'
import { isAccepted } from '~/server/forms/accepted.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', feature: 'security' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { answerTitle } = context
  if (isAccepted(context)) return { answerTitle, sessions: null, secondStep: null }
  const { api } = await requireUser(request, context)
  const [sessions, secondStep] = await Promise.all([
    api.loadIfPossible('sessions', {}),
    api.loadIfPossible('secondStep', {}),
  ])
  const { timeZone } = context.config
  return {
    answerTitle,
    sessions: sessions && viewOfSessions(sessions.data, { now: new Date(), timeZone }),
    secondStep: secondStep && viewOfSecondStep(secondStep.data),
  }
}

export const action = submitSecurity

/**
 * Recovery codes are shown only in the answer to their form, and a rejected form has what was typed: nothing is loaded that
 * could fail in the answer's place.
 */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function SecurityRoute() {
  const { sessions, secondStep } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.view === 'codes') return <RecoveryCodes codes={answer.codes} />
  if (answer?.view === 'setup') return <SecondStepSetup setup={answer.setup} reply={answer.reply} />
  return <SecurityPage sessions={sessions} secondStep={secondStep} reply={answer?.reply} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.answerTitle ?? SECURITY_TITLE, args)
