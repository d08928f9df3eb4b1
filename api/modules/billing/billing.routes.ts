import { checked } from 'api/http/field-errors'
import type { Router } from 'api/http/router'
import type { ModuleDeps } from 'api/module-deps'
import type { Customer } from 'api/sessions/customer'
import { chargesRules, historyRules, invoiceRules } from './billing-rules'
import { chargesService } from './charges.service'
import { historyService } from './history.service'
import { invoicesService } from './invoices.service'

export function billingRoutes(
  router: Router<Customer>,
  deps: Pick<ModuleDeps, 'config' | 'database' | 'payments'>,
) {
  const invoices = invoicesService(deps)
  const history = historyService(deps)
  const charges = chargesService(deps)

  router.forCustomer(
    'invoice',
    ({ customer, id, body, now }) =>
      invoices.read({ userId: customer.id, account: id, period: body.period, now }),
    invoiceRules,
  )

  router.forCustomer('history', ({ customer, id, query, now }) =>
    history.list({ userId: customer.id, account: id }, checked(historyRules, query), now),
  )

  router.forCustomer('charges', async ({ customer, id, query }) => ({
    data: await charges.byMonth({ userId: customer.id, account: id }, checked(chargesRules, query).months),
  }))
}
