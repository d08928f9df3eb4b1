import { type ActionFunctionArgs, type AppLoadContext, data } from '@remix-run/node'
import { longestReturnedId } from 'contract/limits'
import {
  RECOVERY_CODES,
  type SecondStepState,
  type Session,
  secondStepConfirmBody,
  secondStepOffBody,
  secondStepSetupAnswer,
  secondStepSetupBody,
} from 'contract/security'
import { formatMomentBeside, today } from 'format/dates'
import { plural } from 'format/plural'
import { z } from 'zod'
import type { Failure } from '~/api-client/failure'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { type RejectedForm, readForm } from '~/server/forms/read-form.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { drawQr } from '~/server/pages/draw-qr.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { withFreshPage } from '~/server/pages/load-beside-form.server'
import { hasFeature } from '~/server/upstream/features.server'
import { CODES_TITLE, SETUP_TITLE, type SecondStepView, type SetupView } from './second-step-view'

/** Asks for the secret of a second step. */
export const setupForm = defineForm({ name: 'second-step-setup', schema: secondStepSetupBody })

/** Turns the second step on, if the code is right. */
export const confirmForm = defineForm({ name: 'second-step-confirm', schema: secondStepConfirmBody })

export const turnOffForm = defineForm({ name: 'second-step-off', schema: secondStepOffBody })

/** The button of one session: ends it at once. */
export const endSessionForm = defineForm({
  name: 'end-session',
  schema: z
    .object({ id: z.string().max(longestReturnedId).catch('') })
    .refine(({ id }) => id !== '', 'Выберите сеанс, который нужно завершить.'),
})

/** The button that ends all sessions but this one. */
export const endOtherSessionsForm = defineForm({ name: 'end-other-sessions', schema: z.object({}) })

export type SecurityState = Awaited<ReturnType<typeof loadSecurity>>

/** Loads the customer's sessions and the second step of the login; each is null if it can't be loaded. */
export const loadSecurity = async (api: Api, { config: { timeZone }, baseData }: AppLoadContext) => {
  const [base, sessions, secondStep] = await Promise.all([
    baseData.current(),
    api.loadIfPossible('sessions', {}),
    api.loadIfPossible('secondStep', {}),
  ])
  return {
    sessions: sessions && viewOfSessions(sessions.data, { now: new Date(), timeZone }),
    secondStep: secondStep && viewOfSecondStep(secondStep.data),
    hasCalendar: hasFeature(base, 'reminders'),
  }
}

/** Handles the page's forms: ends sessions, sets the second step up or turns it off. */
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
    refuse: (failure, reject) => rejectWithFreshPage(reject(failure), failure, api, context),
    next: { message: 'Сеанс завершён: на том устройстве нужно войти заново', stays: true },
  })
}

const endOtherSessions = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, endOtherSessionsForm, {
    call: () => api.submit('endOtherSessions', {}),
    refuse: (failure, reject) => rejectWithFreshPage(reject(failure), failure, api, context),
    next: { message: 'Остальные сеансы завершены: на других устройствах нужно войти заново', stays: true },
  })
}

const beginSetup = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, setupForm)
  if (!form.ok) return form.reply
  const result = await api.submit('secondStepSetup', { body: form.value })
  if (!result.ok) return rejectWithFreshPage(form.reject(result.failure), result.failure, api, context)
  context.form = { state: 'accepted', title: SETUP_TITLE, isShownOnce: false }
  return { setup: viewOfSetup(result.answer.data), reply: undefined }
}

const confirmSetup = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, confirmForm)
  const setup = postedSetup(await postedFields(context))
  if (!form.ok) return rejectSetup(context, form.reply, setup)
  const result = await api.submit('secondStepConfirm', { body: form.value })
  if (result.ok) {
    context.form = { state: 'accepted', title: CODES_TITLE, isShownOnce: true }
    return { codes: result.answer.data.recoveryCodes }
  }
  // The second step is already on, for example by an earlier submit: there is nothing left to set up.
  const isOn = result.failure.kind === 'conflict'
  if (isOn || !setup) return rejectWithFreshPage(form.reject(result.failure), result.failure, api, context)
  return rejectSetup(context, form.reject(result.failure), setup)
}

const turnOff = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, turnOffForm, {
    call: (body) => api.submit('secondStepOff', { body }),
    refuse: (failure, reject) => rejectWithFreshPage(reject(failure), failure, api, context),
    next: { message: 'Второй шаг выключен: для входа достаточно пароля', stays: true },
  })
}

/** Adds fresh data of the page to a rejection that another tab may have caused. */
const rejectWithFreshPage = async (
  rejection: RejectedForm,
  failure: Failure,
  api: Api,
  context: AppLoadContext,
) => {
  if (!isOutOfDate(failure)) return rejection
  return withFreshPage(rejection, context, async (fresh) => {
    const page = await loadSecurity(api, fresh)
    return page.sessions && page.secondStep ? page : null
  })
}

/** Whether the API refused not the input, but a change of a state that the page shows out of date. */
const isOutOfDate = (failure: Failure) =>
  failure.kind === 'conflict' ||
  failure.kind === 'missing' ||
  (failure.kind === 'invalid' && Object.keys(failure.errors).length === 0)

/** Shows the setup again with the rejected form. Without a valid setup the rejection alone is returned. */
const rejectSetup = (context: AppLoadContext, rejection: RejectedForm, setup: SetupView | null) => {
  if (!setup) return rejection
  context.form = { state: 'rejected', title: SETUP_TITLE }
  const { data: reply, init } = rejection
  return data({ setup, reply }, init ?? undefined)
}

/** A place where the customer is signed in. */
export interface SessionView {
  id: string
  device: string
  isCurrent: boolean
  /** When the session began, and when it was last used. */
  when: string
  /** The session in words, so that screen readers can tell its button from the others. */
  about: string
}

/** The current session comes first. */
const viewOfSessions = (
  sessions: readonly Session[],
  { now, timeZone }: { now: Date; timeZone: string },
): SessionView[] => {
  const views = sessions.map(({ id, device, createdAt, lastSeenAt, current }): SessionView => {
    const name = !device?.trim() || device === UNKNOWN ? 'Неизвестное устройство' : device
    const signedIn = momentInWords(createdAt, now, timeZone)
    const lastSeen = momentInWords(lastSeenAt, now, timeZone)
    return {
      id,
      device: name,
      isCurrent: current,
      when: current ? `Вход был ${signedIn}` : `Вход был ${signedIn}, последнее действие ${lastSeen}`,
      about: `${name}, вход ${signedIn}, последнее действие ${lastSeen}`,
    }
  })
  const others = views.filter(({ isCurrent }) => !isCurrent)
  return [...views.filter(({ isCurrent }) => isCurrent), ...withNumbers(others)]
}

/** Numbers the sessions that have the same words. */
const withNumbers = (views: readonly SessionView[]): SessionView[] =>
  views.map((view, at) => {
    const alike = views.slice(0, at).filter(({ about }) => about === view.about).length
    return alike === 0 ? view : { ...view, about: `${view.about}, ${alike + 1}-й` }
  })

/** The name that the portal sends to the product API for an unknown browser. */
const UNKNOWN = 'Unknown'

const momentInWords = (iso: string, now: Date, timeZone: string): string => {
  const isToday = today(timeZone, new Date(iso)) === today(timeZone, now)
  return `${isToday ? 'сегодня ' : ''}${formatMomentBeside(iso, now, timeZone)}`
}

const FEW_CODES = 3

const viewOfSecondStep = ({
  enabled,
  recoveryCodesLeft,
  rememberedDevices,
}: SecondStepState): SecondStepView => ({
  isOn: enabled,
  codesLeft: enabled ? codesLeftInWords(recoveryCodesLeft) : '',
  needsCodes: enabled && recoveryCodesLeft <= FEW_CODES,
  remembered: enabled && rememberedDevices ? rememberedInWords(rememberedDevices) : '',
})

const rememberedInWords = (devices: number): string =>
  `На\u00a0${devices}\u00a0${plural(devices, ['устройстве', 'устройствах', 'устройствах'])} код пока не\u00a0нужен: так отмечено при входе`

const codesLeftInWords = (codeCount: number): string => {
  if (codeCount === 0) return 'Запасных кодов не осталось'
  const codes = plural(codeCount, ['запасной код', 'запасных кода', 'запасных кодов'])
  return `${plural(codeCount, ['Остался', 'Осталось', 'Осталось'])} ${codeCount}\u00a0${codes} из\u00a0${RECOVERY_CODES}`
}

/** A code of a longer address is too dense for a camera. */
const MAX_QR_LENGTH = 600

const viewOfSetup = ({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }): SetupView => ({
  secret,
  otpauthUrl,
  qr: otpauthUrl.length <= MAX_QR_LENGTH ? drawQr(otpauthUrl) : null,
})

/** The setup in a form's hidden fields; null if it is not valid. */
const postedSetup = (fields: URLSearchParams): SetupView | null => {
  const data = { secret: fields.get('secret'), otpauthUrl: fields.get('otpauthUrl') }
  const setup = secondStepSetupAnswer.safeParse({ data })
  return setup.success ? viewOfSetup(setup.data.data) : null
}
