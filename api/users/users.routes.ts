import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { answerOnce } from 'api/idempotency/answer-once'
import type { IdempotentRequest, KeyClaim } from 'api/idempotency/idempotency-keys.repository'
import { emailChangeService } from './email-change.service'
import { loginService } from './login.service'
import { passwordsService } from './passwords.service'
import { registrationService } from './registration.service'
import { asUser, authenticate } from './sessions'
import type { UsersDeps } from './users.deps'
import { UserError } from './users.errors'
import { updateProfile } from './users.repository'

export const usersRoutes = (router: Router<Customer>, deps: UsersDeps) => {
  const registration = registrationService(deps)
  const login = loginService(deps)
  const passwords = passwordsService(deps)
  const emailChange = emailChangeService(deps)

  /** Runs a call without data once per idempotency key. */
  const once = (request: IdempotentRequest, effect: (claim: KeyClaim | null) => Promise<void>) =>
    answerOnce(
      deps.database.db,
      request,
      () => undefined,
      async (claim) => {
        await effect(claim)
        return undefined
      },
    )

  router.open('currentUser', async ({ cookies, now }) => {
    const customer = cookies.session === null ? null : await authenticate(deps.database, cookies.session, now)
    if (!customer && cookies.session !== null) cookies.dropSession()
    return { data: customer }
  })

  router.open('registration', ({ body, visitor, now, idempotencyKey }) =>
    once({ call: 'registration', owner: '', key: idempotencyKey, body, now }, (claim) =>
      registration.register({ registration: body, visitor, claim, now }),
    ),
  )

  router.open('verifyEmailRequest', ({ body, visitor, now, idempotencyKey }) =>
    once({ call: 'verifyEmailRequest', owner: '', key: idempotencyKey, body, now }, (claim) =>
      registration.requestVerification({ email: body.email, visitor, claim, now }),
    ),
  )

  router.open('verifyEmail', async ({ id, query, visitor, now }) => {
    await registration.verify({ mailed: { id, code: query.code }, visitor, now })
    return undefined
  })

  router.open('login', async ({ body, visitor, cookies, now }) => {
    const { token, user } = await login.login({ ...body, visitor, oldSession: cookies.session, now })
    cookies.setSession(token)
    return { data: asUser(user) }
  })

  router.open('logout', async ({ cookies }) => {
    if (cookies.session !== null) await login.logout(cookies.session)
    cookies.dropSession()
    return undefined
  })

  router.open('forgotPassword', ({ body, visitor, now, idempotencyKey }) =>
    once({ call: 'forgotPassword', owner: '', key: idempotencyKey, body, now }, (claim) =>
      passwords.forget({ email: body.email, visitor, claim, now }),
    ),
  )

  router.open('changePassword', async ({ id, query, body, visitor, now }) => {
    const mailed = { id, code: query.get('code') ?? '' }
    await passwords.setByLink({ mailed, password: body.password, visitor, now })
    return undefined
  })

  router.forCustomer('changeProfile', async ({ customer, body }) => {
    const user = await updateProfile(deps.database.db, customer.id, body)
    if (!user) throw new UserError({ code: 'no_customer' })
    return { data: asUser(user) }
  })

  router.forCustomer('changeProfilePassword', async ({ customer, session, body, visitor, cookies, now }) => {
    const { password_old: oldPassword, password } = body
    cookies.setSession(await passwords.change({ customer, session, oldPassword, password, visitor, now }))
    return undefined
  })

  router.forCustomer('changeEmailRequest', ({ customer, session, body, visitor, now, idempotencyKey }) =>
    once({ call: 'changeEmailRequest', owner: customer.id, key: idempotencyKey, body, now }, (claim) =>
      emailChange.request({ customer, session, email: body.email, visitor, claim, now }),
    ),
  )

  router.forCustomer('changeEmail', async ({ customer, query, now }) => {
    const mailed = { id: query.get('id') ?? '', code: query.get('code') ?? '' }
    return { data: asUser(await emailChange.confirm({ customer, mailed, now })) }
  })

  router.open('changeEmailUndo', async ({ id, body, visitor, now }) => {
    await emailChange.undo({ mailed: { id, code: body.code }, visitor, now })
    return undefined
  })
}
