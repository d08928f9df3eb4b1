import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { chargesService } from './charges.service'
import { explanationService } from './explanation.service'
import { type BillingDeps, invoicesService } from './invoices.service'

export function billingRoutes(router: Router<Customer>, deps: BillingDeps) {
  const invoices = invoicesService(deps)
  const charges = chargesService(deps)
  const explanations = explanationService(deps)

  router.forCustomer('invoice', ({ customer, id, body, now }) =>
    invoices.read({ userId: customer.id, account: id, period: body.period, now }),
  )

  router.forCustomer('charges', async ({ customer, id, query, now }) => ({
    data: await charges.byMonth({ userId: customer.id, account: id, now }, query.months),
  }))

  router.forCustomer('invoiceExplanation', async ({ customer, id, query, now }) => ({
    data: await explanations.explain({
      userId: customer.id,
      account: id,
      now,
      ...query,
    }),
  }))
}
