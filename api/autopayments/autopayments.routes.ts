import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { requestChecks } from 'api/payments'
import { autopaymentCreationService } from './autopayment-creation.service'
import { type AutopaymentsDeps, autopaymentsService } from './autopayments.service'

export function autopaymentsRoutes(router: Router<Customer>, deps: AutopaymentsDeps) {
  const creation = autopaymentCreationService(deps)
  const autopayments = autopaymentsService(deps)
  const { checkKindAndReturn } = requestChecks(deps)

  router.forCustomer('autopayments', async ({ customer, now }) => ({
    data: await autopayments.list(customer.id, now),
  }))

  router.forCustomer('newAutopayment', async ({ customer, body, idempotencyKey, visitor, now }) => {
    checkKindAndReturn(body)
    return { data: await creation.create({ ...body, customer, visitor, key: idempotencyKey, now }) }
  })

  router.forCustomer('changeAutopayment', async ({ customer, id, body, now }) => ({
    data: await autopayments.change({ userId: customer.id, id, change: body, now }),
  }))

  router.forCustomer('autopaymentRuns', async ({ customer, id }) => ({
    data: await autopayments.runs({ userId: customer.id, id }),
  }))

  router.forCustomer('deleteAutopayment', async ({ customer, id, now }) => {
    await autopayments.remove({ userId: customer.id, id, now })
    return undefined
  })

  router.open('optOutOfCharge', async ({ id, body, visitor, now }) => {
    await autopayments.optOut({ id, code: body.code, visitor, now })
    return undefined
  })
}
