import type { Customer } from 'api/http/customer'
import { readCursor } from 'api/http/page-cursor'
import type { Router } from 'api/http/router'
import type { PaymentRoutesDeps } from '../processing/payments'
import { historyService } from './history.service'

export const historyRoutes = (
  router: Router<Customer>,
  deps: Pick<PaymentRoutesDeps, 'config' | 'database' | 'payments'>,
) => {
  const history = historyService(deps)

  router.forCustomer('history', ({ customer, id, query, now }) =>
    history.list({ userId: customer.id, account: id }, { ...query, cursor: readCursor(query.cursor) }, now),
  )
}
