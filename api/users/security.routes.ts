import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { loginSecondStepService } from './second-step/login-second-step.service'
import { secondStepService } from './second-step/second-step.service'
import { asUser } from './sessions'
import { sessionsService } from './sessions.service'
import type { UsersDeps } from './users.deps'

/** The safety of a customer's own account: sessions, new devices, the second step of a login. */
export const securityRoutes = (router: Router<Customer>, deps: UsersDeps) => {
  const sessions = sessionsService(deps)
  const secondStep = secondStepService(deps)
  const loginSecondStep = loginSecondStepService(deps)

  router.forCustomer('sessions', async ({ customer, session, now }) => ({
    data: await sessions.list({ userId: customer.id, session, now }),
  }))

  router.forCustomer('endSession', async ({ customer, session, id, now }) => {
    await sessions.end({ userId: customer.id, session, id, now })
    return undefined
  })

  router.forCustomer('endOtherSessions', async ({ customer, session, now }) => {
    await sessions.endOthers({ userId: customer.id, session, now })
    return undefined
  })

  router.open('notMe', async ({ id, body, visitor, now }) => {
    await sessions.reportLogin({ mailed: { id, code: body.code }, visitor, now })
    return undefined
  })

  router.forCustomer('secondStep', async ({ customer, now }) => ({
    data: await secondStep.state(customer, now),
  }))

  router.forCustomer('secondStepSetup', async ({ customer, session, body, now }) => ({
    data: await secondStep.setUp({ customer, session, ...body, now }),
  }))

  router.forCustomer('secondStepConfirm', async ({ customer, body, now }) => ({
    data: { recoveryCodes: await secondStep.confirm({ customer, ...body, now }) },
  }))

  router.forCustomer('secondStepOff', async ({ customer, body, now }) => {
    await secondStep.turnOff({ customer, ...body, now })
    return undefined
  })

  router.open('loginSecondStep', async ({ body, visitor, cookies, now }) => {
    const { token, user } = await loginSecondStep.finish({
      ...body,
      rememberDevice: body.rememberDevice ?? false,
      visitor,
      oldSession: cookies.session,
      now,
    })
    cookies.setSession(token)
    return { data: asUser(user) }
  })
}
