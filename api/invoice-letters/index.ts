import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { type InvoiceLettersDeps, invoiceLettersService } from './invoice-letters.service'

/** Letters about new and unpaid invoices, for customers who want them. The rest of the API imports from here only. */
export { writeAboutInvoicesStep } from './write-about-invoices.step'

export function invoiceLettersRoutes(router: Router<Customer>, deps: InvoiceLettersDeps) {
  const letters = invoiceLettersService(deps)

  router.forCustomer('invoiceLetters', async ({ customer }) => ({
    data: { on: await letters.areOn(customer.id) },
  }))

  router.forCustomer('changeInvoiceLetters', async ({ customer, body, now }) => {
    await letters.change({ userId: customer.id, on: body.on, now })
    return undefined
  })

  router.open('stopInvoiceLetters', async ({ id, body, visitor, now }) => {
    await letters.stop({ id, code: body.code, visitor }, now)
    return undefined
  })
}
