import { type ActionFunctionArgs, type AppLoadContext, data } from '@remix-run/node'
import type { Failure } from '~/api-client/failure'
import { postedFields } from '~/server/forms/posted-fields.server'
import { type RejectedForm, readForm } from '~/server/forms/read-form.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { withFreshPage } from '~/server/pages/load-beside-form.server'
import { loadSecurity } from './load-security.server'
import { CODES_TITLE, SETUP_TITLE, type SetupView } from './second-step-view'
import { carriedSetup, viewOfSetup } from './second-step-view.server'
import {
  confirmForm,
  endOtherSessionsForm,
  endSessionForm,
  setupForm,
  turnOffForm,
} from './security-forms.server'

/** Handles the forms of the page: sessions that are ended, the second step that is set up or turned off. */
export const submitSecurity = async (args: ActionFunctionArgs) => {
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
  return submitForm({ request, context }, endSessionForm, {
    call: (session) => api.submit('endSession', session),
    refuse: (failure, reject) => refuse(reject(failure), failure, api, context),
    next: { message: 'Сеанс завершён: на том устройстве нужно войти заново', stays: true },
  })
}

const endOtherSessions = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, endOtherSessionsForm, {
    call: () => api.submit('endOtherSessions', {}),
    refuse: (failure, reject) => refuse(reject(failure), failure, api, context),
    next: { message: 'Остальные сеансы завершены: на других устройствах нужно войти заново', stays: true },
  })
}

const beginSetup = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, setupForm)
  if (!form.ok) return form.reply
  const result = await api.submit('secondStepSetup', { body: form.value })
  if (!result.ok) return refuse(form.reject(result.failure), result.failure, api, context)
  context.form = { state: 'accepted', title: SETUP_TITLE, isShownOnce: false }
  return { setup: viewOfSetup(result.answer.data), reply: undefined }
}

const confirmSetup = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, confirmForm)
  const setup = carriedSetup(await postedFields(context))
  if (!form.ok) return rejectedSetup(context, form.reply, setup)
  const result = await api.submit('secondStepConfirm', { body: form.value })
  if (result.ok) {
    context.form = { state: 'accepted', title: CODES_TITLE, isShownOnce: true }
    return { codes: result.answer.data.recoveryCodes }
  }
  // It is on already, as after a second press: there is nothing left to set up.
  const isOn = result.failure.kind === 'conflict'
  if (isOn || !setup) return refuse(form.reject(result.failure), result.failure, api, context)
  return rejectedSetup(context, form.reject(result.failure), setup)
}

const turnOff = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, turnOffForm, {
    call: (body) => api.submit('secondStepOff', { body }),
    refuse: (failure, reject) => refuse(reject(failure), failure, api, context),
    next: { message: 'Второй шаг выключен: для входа достаточно пароля', stays: true },
  })
}

/** The page after a refusal by the product API, which another tab may have caused. */
const refuse = async (rejected: RejectedForm, failure: Failure, api: Api, context: AppLoadContext) => {
  if (!isOutOfDate(failure)) return rejected
  return withFreshPage(rejected, context, async (fresh) => {
    const page = await loadSecurity(api, fresh)
    return page.sessions && page.secondStep ? page : null
  })
}

/** Not about what was typed: what the form is to change is no longer as the page shows it. */
const isOutOfDate = (failure: Failure) =>
  failure.kind === 'conflict' ||
  failure.kind === 'missing' ||
  (failure.kind === 'invalid' && Object.keys(failure.errors).length === 0)

/** The setup that the rejected form belongs to, as long as there is one. */
const rejectedSetup = (context: AppLoadContext, rejection: RejectedForm, setup: SetupView | null) => {
  if (!setup) return rejection
  context.form = { state: 'rejected', title: SETUP_TITLE }
  const { data: reply, init } = rejection
  return data({ setup, reply }, init ?? undefined)
}
