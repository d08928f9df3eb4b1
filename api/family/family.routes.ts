import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { grantsService } from './grants.service'
import { type FamilyDeps, invitationsService } from './invitations.service'

export function familyRoutes(router: Router<Customer>, deps: FamilyDeps) {
  const invitations = invitationsService(deps)
  const grants = grantsService(deps)

  router.forCustomer('access', async ({ customer, id, now }) => ({
    data: await grants.list({ userId: customer.id, account: id, now }),
  }))

  router.forCustomer('inviteToAccount', ({ customer, session, id, body, idempotencyKey, now }) =>
    invitations.invite({ ...body, customer, session, account: id, key: idempotencyKey, now }),
  )

  router.open('previewInvitation', async ({ id, body, visitor, now }) => ({
    data: await grants.preview({ id, code: body.code, visitor, now }),
  }))

  router.forCustomer('acceptInvitation', async ({ customer, id, body, visitor, now }) => ({
    data: await grants.accept({ customer, id, code: body.code, visitor, now }),
  }))

  router.open('declineInvitation', async ({ id, body, visitor, now }) => {
    await grants.decline({ id, code: body.code, visitor, now })
    return undefined
  })

  router.forCustomer('confirmGrant', async ({ customer, id, now }) => {
    await grants.confirm({ userId: customer.id, id, now })
    return undefined
  })

  router.forCustomer('endGrant', async ({ customer, id, now }) => {
    await grants.end({ userId: customer.id, id, now })
    return undefined
  })
}
