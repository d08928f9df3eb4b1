import type { Router } from 'api/http/router'
import type { ModuleDeps } from 'api/module-deps'
import type { Customer } from 'api/sessions/customer'
import { authenticate } from 'api/sessions/sessions'
import type { User } from 'contract/users'
import { emailChangeService } from './email-change.service'
import { loginService } from './login.service'
import { passwordsService } from './passwords.service'
import { profileService } from './profile.service'
import { registrationService } from './registration.service'
import type { UserRow } from './users.repository'
import {
  changePasswordRules,
  emailRules,
  loginRules,
  newPasswordRules,
  profileRules,
  registrationRules,
} from './users.rules'

const asUser = ({ id, name, email, phone, emailVerifiedAt }: UserRow): User => ({
  id,
  name,
  email,
  phone,
  emailVerified: emailVerifiedAt !== null,
})

export const usersRoutes = (router: Router<Customer>, deps: ModuleDeps) => {
  const registration = registrationService(deps)
  const login = loginService(deps)
  const passwords = passwordsService(deps)
  const profile = profileService(deps)
  const emailChange = emailChangeService(deps)

  router.open('currentUser', async ({ cookies, now }) => {
    const customer = cookies.session === null ? null : await authenticate(deps.database, cookies.session, now)
    if (!customer && cookies.session !== null) cookies.dropSession()
    return { data: customer }
  })

  router.open(
    'registration',
    async ({ body, visitor, now }) => {
      await registration.register({ registration: body, visitor, now })
      return undefined
    },
    registrationRules,
  )

  router.open(
    'verifyEmailRequest',
    async ({ body, visitor, now }) => {
      await registration.requestVerification({ email: body.email, visitor, now })
      return undefined
    },
    emailRules,
  )

  router.open('verifyEmail', async ({ id, query, visitor, now }) => {
    await registration.verify({ mailed: { id, code: query.code }, visitor, now })
    return undefined
  })

  router.open(
    'login',
    async ({ body, visitor, cookies, now }) => {
      const { token, user } = await login.login({ ...body, visitor, oldSession: cookies.session, now })
      cookies.setSession(token)
      return { data: asUser(user) }
    },
    loginRules,
  )

  router.open('logout', async ({ cookies }) => {
    if (cookies.session !== null) await login.logout(cookies.session)
    cookies.dropSession()
    return undefined
  })

  router.open(
    'forgotPassword',
    async ({ body, visitor, now }) => {
      await passwords.forget({ email: body.email, visitor, now })
      return undefined
    },
    emailRules,
  )

  router.open(
    'changePassword',
    async ({ id, query, body, visitor, now }) => {
      const mailed = { id, code: query.get('code') ?? '' }
      await passwords.setByLink({ mailed, password: body.password, visitor, now })
      return undefined
    },
    newPasswordRules,
  )

  router.forCustomer(
    'changeProfile',
    async ({ customer, body }) => ({ data: asUser(await profile.change(customer, body)) }),
    profileRules,
  )

  router.forCustomer(
    'changeProfilePassword',
    async ({ customer, body, visitor, cookies, now }) => {
      const { password_old: oldPassword, password } = body
      cookies.setSession(await passwords.change({ customer, oldPassword, password, visitor, now }))
      return undefined
    },
    changePasswordRules,
  )

  router.forCustomer(
    'changeEmailRequest',
    async ({ customer, body, now }) => {
      await emailChange.request({ customer, email: body.email, now })
      return undefined
    },
    emailRules,
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
