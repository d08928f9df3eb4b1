import type { AppLoadContext } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import { paths } from '~/paths'
import { newFlash } from '~/server/session/flash.server'
import { fitsCookie } from '~/server/session/sealed-cookie.server'
import { hasFeature } from '~/server/upstream/features.server'
import type { Failure } from '../../api-client/failure'
import { afterLogin } from './after-login.server'

/**
 * After a login that the API refused: keeps the token of its second step for the page that asks for the code. Null when
 * the refusal is about something else, the failure when the token cannot be kept.
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

/** The login that leads on to the same page. */
export const loginPath = (request: Request, context: AppLoadContext): string => {
  const back = afterLogin(request, context)
  return back ? paths.loginTo(back) : paths.login
}
