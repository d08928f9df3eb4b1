import { type ActionFunctionArgs, type AppLoadContext, redirect } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import { loginSecondStepBody } from 'contract/security'
import { emailBody, loginBody, newPasswordBody, registrationBody, type User } from 'contract/users'
import { emailKey } from 'format/email'
import { readableEmail } from 'format/readable-email'
import { paths } from '~/paths'
import { defineForm } from '~/server/forms/form-definition.server'
import { submitIdempotentForm } from '~/server/forms/submit-form.server'
import { seeOther, sitePath } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import { newFlash } from '~/server/session/flash.server'
import { fitsCookie } from '~/server/session/sealed-cookie.server'
import { hasFeature } from '~/server/upstream/features.server'
import type { Failure } from '../../api-client/failure'

export const loginForm = defineForm({ name: 'login', schema: loginBody })

/** The page keeps the token of the login. */
export const loginCodeForm = defineForm({
  name: 'login-code',
  schema: loginSecondStepBody.omit({ token: true }),
})

export const registrationForm = defineForm({ name: 'registration', schema: registrationBody })

/** The e-mail to send a password reset link to. */
export const forgotPasswordForm = defineForm({ name: 'forgot-password', schema: emailBody })

/** The e-mail to send another verification letter to. */
export const resendForm = defineForm({ name: 'resend', schema: emailBody })

export const newPasswordForm = defineForm({ name: 'change-password', schema: newPasswordBody })

/** Where a login or a registration leads: the path of this site that `?redirectTo=` names; null when it names none. */
export const afterLogin = ({ url }: Request, { config }: Pick<AppLoadContext, 'config'>): string | null =>
  sitePath(new URL(url).searchParams.get('redirectTo'), config.publicUrl)

/**
 * Clears this browser's registration cookie after a customer has signed in. Returns the page that the registration leads
 * back to; null if there is none, or if another person registered, as on a shared computer.
 */
export const endRegistration = async (
  { registration }: Pick<AppLoadContext, 'registration'>,
  { email }: Pick<User, 'email'>,
): Promise<string | null> => {
  const sent = await registration.recent()
  if (!sent) return null
  registration.next = 'cleared'
  return emailKey(sent.email) === emailKey(email) ? (sent.returnTo ?? null) : null
}

/** Redirects after a completed login, and warns a customer whose address our letters do not reach. */
export const endLogin = async (
  request: Request,
  context: AppLoadContext,
  { email, emailUndeliverable }: User,
) => {
  const returnTo = await endRegistration(context, { email })
  const path = pathAfterLogin(request, context, returnTo ?? paths.accounts)
  const { pathname } = new URL(path, context.config.publicUrl)
  if (emailUndeliverable && email && !PAGES_THAT_WARN.includes(pathname)) {
    const words = `Наши письма на адрес ${readableEmail(email)} не доходят. Проверьте его в профиле.`
    context.flash.next = newFlash('warning', words, { stays: true })
  }
  return seeOther(path)
}

/** These pages already warn that letters do not arrive. */
const PAGES_THAT_WARN: readonly string[] = [paths.accounts, paths.profile, paths.myData]

/**
 * Where a completed login leads. A form that scripts have sent leads to the page of a file, not to the file: a download
 * replaces no page, and the visitor would stay at the login.
 */
const pathAfterLogin = (
  request: Request,
  context: Pick<AppLoadContext, 'config' | 'byScripts'>,
  otherwise: string,
): string => {
  const path = afterLogin(request, context) ?? otherwise
  return context.byScripts ? path.replace(PERSONAL_FILE, (_, name: string) => pageOfFile(name)) : path
}

const PERSONAL_FILE = /^\/personal\/([^/.?#]+)\.[a-z]+(?=[?#]|$)/

/** `/personal/history.csv` is a file of `/personal/history`; the files of the bill have other names. */
const pageOfFile = (name: string) =>
  FILES_OF_THE_BILL.includes(name) ? paths.invoice() : `/personal/${name}`

const FILES_OF_THE_BILL: readonly string[] = ['invoice-code', 'statement']

/**
 * Stores the token of a login's second step for the page that asks for the code. Null if the API refused the login for
 * another reason; a failure if the token is too long to store.
 */
export const beginSecondStep = async (
  failure: Failure,
  context: AppLoadContext,
): Promise<'begun' | Failure | null> => {
  if (failure.kind !== 'forbidden' || failure.code !== problemCodes.secondStep || !failure.secondStep)
    return null
  if (!hasFeature(await context.baseData.current(), 'security')) return null
  const { token } = failure.secondStep
  if (!fitsCookie(token)) {
    const reason = 'the token of its second step is too long to keep'
    context.log.error({ call: 'login', status: 502, reason }, 'product API failed')
    return { kind: 'unavailable', status: 502, reason, retryAfter: null }
  }
  context.secondStep.next = { token }
  return 'begun'
}

/** The token of the login that waits for its code; throws the redirect to the login when there is none. */
export const requireSecondStep = async (request: Request, context: AppLoadContext): Promise<string> => {
  const token = await context.secondStep.token()
  if (token) return token
  const isForm = request.method === 'POST'
  if (isForm) tellThatLoginIsOver(context)
  throw redirect(loginPath(request, context), isForm ? 303 : 302)
}

/** For guests only: when the form was sent twice, the first answer may have signed the visitor in and arrive last. */
export const tellThatLoginIsOver = ({ flash }: AppLoadContext) => {
  flash.next = { ...newFlash('warning', LOGIN_IS_OVER, { stays: true }), forGuests: true }
}

const LOGIN_IS_OVER =
  'Этот вход уже завершён: вы нажали дважды, время на код вышло или кончились попытки. Войдите ещё раз.'

/** The address of the login, with the same target. */
export const loginPath = (request: Request, context: AppLoadContext): string => {
  const back = afterLogin(request, context)
  return back ? paths.loginTo(back) : paths.login
}

/** Requests another verification letter and returns to `path`. */
export const sendLetterAgain = async ({ request, context }: ActionFunctionArgs, path: string) => {
  const { api } = await requireGuest(request, context)
  return submitIdempotentForm({ request, context }, resendForm, {
    call: (body, idempotencyKey) => api.submit('verifyEmailRequest', { idempotencyKey, body }),
    next: {
      message: 'Если адрес ждёт подтверждения, новое письмо уже в пути.',
      stays: true,
      to: path,
    },
  })
}

/** E-mail and password were right, but the e-mail is not verified yet. */
export const isUnverified = (failure: Failure) =>
  failure.kind === 'forbidden' && failure.code === problemCodes.emailNotVerified
