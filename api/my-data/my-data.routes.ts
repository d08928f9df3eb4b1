import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { findConsents } from './consents.repository'
import { deletionService, type MyDataDeps } from './deletion.service'
import { exportService } from './export.service'

export const myDataRoutes = (router: Router<Customer>, deps: MyDataDeps) => {
  const deletion = deletionService(deps)
  const copy = exportService(deps)

  router.forCustomer('consents', async ({ customer }) => ({
    data: await findConsents(deps.database.db, customer.id),
  }))

  router.forCustomer('exportData', ({ customer, now }) => copy.open(customer, now))

  router.forCustomer('deletion', async ({ customer, body, cookies, now }) => {
    await deletion.ask({ customer, password: body.password, now })
    cookies.dropSession()
    return undefined
  })

  router.open('deletionUndo', async ({ id, body, visitor, now }) => {
    await deletion.undo({ mailed: { id, code: body.code }, visitor, now })
    return undefined
  })
}
