import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { endOtherSessionsForm, endSessionForm } from '~/features/security/end-session-form.server'
import { RecoveryCodes } from '~/features/security/recovery-codes'
import { confirmForm, setupForm, turnOffForm } from '~/features/security/second-step-forms.server'
import { SecondStepSetup } from '~/features/security/second-step-setup'
import type { SetupView } from '~/features/security/second-step-view'
import { carriedSetup, viewOfSecondStep, viewOfSetup } from '~/features/security/second-step-view.server'
import { SecurityPage } from '~/features/security/security-page'
import { viewOfSessions } from '~/features/security/session-view'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { type RejectedForm, readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'user', feature: 'security' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const [sessions, secondStep] = await Promise.all([
    api.loadIfPossible('sessions', {}),
    api.loadIfPossible('secondStep', {}),
  ])
  const { timeZone } = context.config
  return {
    sessions: sessions && viewOfSessions(sessions.data, { now: new Date(), timeZone }),
    secondStep: secondStep && viewOfSecondStep(secondStep.data),
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  switch (fields.get('intent')) {
    case setupForm.name:
      return beginSetup(args)
    case confirmForm.name:
      return confirmSetup(args)
    case turnOffForm.name:
      return turnOff(args)
    case endOtherSessionsForm.name:
      return endOtherSessions(args)
    default:
      return endSession(args)
  }
}

const endSession = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, endSessionForm)
  if (!form.ok) return rejected(form.reply)
  const result = await api.submit('endSession', form.value)
  if (!result.ok) return rejected(form.reject(result.failure))
  context.flash.next = newFlash('success', 'Сеанс завершён: на том устройстве нужно войти заново')
  return seeOther(paths.security)
}

const endOtherSessions = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, endOtherSessionsForm)
  if (!form.ok) return rejected(form.reply)
  const result = await api.submit('endOtherSessions', {})
  if (!result.ok) return rejected(form.reject(result.failure))
  context.flash.next = newFlash(
    'success',
    'Остальные сеансы завершены: на других устройствах нужно войти заново',
  )
  return seeOther(paths.security)
}

const beginSetup = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, setupForm)
  if (!form.ok) return rejected(form.reply)
  const result = await api.submit('secondStepSetup', { body: form.value })
  if (!result.ok) return rejected(form.reject(result.failure))
  return data({ view: 'setup' as const, setup: viewOfSetup(result.answer.data), reply: undefined })
}

const confirmSetup = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, confirmForm)
  const setup = carriedSetup(await postedFields(context))
  if (!form.ok) return rejected(form.reply, setup)
  const result = await api.submit('secondStepConfirm', { body: form.value })
  if (result.ok) return data({ view: 'codes' as const, codes: result.answer.data.recoveryCodes })
  // It is on already, as after a second press: there is nothing left to set up.
  const isOn = result.failure.kind === 'conflict'
  return rejected(form.reject(result.failure), isOn ? null : setup)
}

const turnOff = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, turnOffForm)
  if (!form.ok) return rejected(form.reply)
  const result = await api.submit('secondStepOff', { body: form.value })
  if (!result.ok) return rejected(form.reject(result.failure))
  context.flash.next = newFlash('success', 'Второй шаг выключен: для входа достаточно пароля')
  return seeOther(paths.security)
}

/** The page with a rejected form; with the setup that the form belongs to, as long as there is one. */
const rejected = ({ data: reply, init }: RejectedForm, setup: SetupView | null = null) =>
  setup
    ? data({ view: 'setup' as const, setup, reply }, init ?? undefined)
    : data({ view: 'state' as const, reply }, init ?? undefined)

export default function SecurityRoute() {
  const { sessions, secondStep } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.view === 'codes') return <RecoveryCodes codes={answer.codes} />
  if (answer?.view === 'setup') return <SecondStepSetup setup={answer.setup} reply={answer.reply} />
  return <SecurityPage sessions={sessions} secondStep={secondStep} reply={answer?.reply} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Безопасность', args)
