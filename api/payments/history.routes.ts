import type { Customer } from 'api/http/customer'
import { checked } from 'api/http/field-errors'
import type { Router } from 'api/http/router'
import { historyRules } from './history.rules'
import { historyService } from './history.service'
import type { PaymentRoutesDeps } from './payment-routes.deps'

export const historyRoutes = (
  router: Router<Customer>,
  deps: Pick<PaymentRoutesDeps, 'config' | 'database' | 'payments'>,
) => {
  const history = historyService(deps)

  router.forCustomer('history', ({ customer, id, query, now }) =>
    history.list({ userId: customer.id, account: id }, checked(historyRules, query), now),
  )
}
