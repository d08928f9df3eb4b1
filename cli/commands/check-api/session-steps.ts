import { randomUUID } from 'node:crypto'
import { endpoints } from 'contract/endpoints'
import { missing, notChecked, type Result, resultOf } from './check-step'
import { type CookieJar, cookieDeviations, openCookieJar } from './cookie-jar'
import { answerDeviations, deviation, inCase, refusalDeviations } from './deviation'
import { ask, type Upstream } from './upstream'

/** The first and the last call. */
export type SessionName = 'login' | 'logout'

export interface Login {
  email: string
  password: string
}

const nobodySignsIn = 'nobody can sign in'

/** Signs in, and tries a login that does not exist. `jar`: null if nobody is signed in. */
export const checkLogin = async (
  upstream: Upstream,
  login: Login,
): Promise<{ result: Result; jar: CookieJar | null }> => {
  const jar = openCookieJar()
  const answer = await ask(upstream, endpoints.login, { body: login })
  const absence = 'failure' in answer ? null : missing('login', answer.status, nobodySignsIn)
  if (absence) return { result: absence, jar: null }
  const deviations = answerDeviations(endpoints.login, answer)
  const isIn = !('failure' in answer) && answer.status === endpoints.login.success
  if (isIn) {
    jar.keep(answer)
    deviations.push(...cookieDeviations(answer, jar, upstream.url.startsWith('https:')))
  } else if (!('failure' in answer) && [401, 403, 422].includes(answer.status)) {
    deviations.push(
      deviation('--login', 'a customer without a second step', 'a refusal; is the password right?'),
    )
  }
  const nobody = { email: `${randomUUID()}@nobody.invalid`, password: randomUUID() }
  const refusal = await ask(upstream, endpoints.login, { body: nobody })
  return {
    result: resultOf(
      'login',
      [...deviations, ...inCase('a wrong password', refusalDeviations([422, 401], refusal))],
      nobodySignsIn,
    ),
    jar: isIn && jar.header() !== null ? jar : null,
  }
}

/** Signs out, and checks that the old cookie is no longer accepted. */
export const checkLogout = async (upstream: Upstream, jar: CookieJar | null): Promise<Result> => {
  if (!jar) return notChecked('logout', 'nobody is signed in')
  const cookie = jar.header()
  const answer = await ask(upstream, endpoints.logout, {}, cookie)
  const deviations = answerDeviations(endpoints.logout, answer)
  const after = await ask(upstream, endpoints.accounts, {}, cookie)
  return resultOf(
    'logout',
    [...deviations, ...inCase('the accounts, with the cookie of before', refusalDeviations([401], after))],
    'a session goes on after the customer has signed out',
  )
}
