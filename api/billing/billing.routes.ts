import type { Customer } from 'api/http/customer'
import { checked } from 'api/http/field-errors'
import { filled, wholeNumber } from 'api/http/query-rules'
import type { Router } from 'api/http/router'
import { explanationQuery } from 'contract/explanation'
import { chargesQuery, invoiceBody } from 'contract/invoices'
import { mostMonthsOfCharges } from 'contract/limits'
import { chargesService } from './charges.service'
import { explanationService } from './explanation.service'
import { type BillingDeps, invoicesService } from './invoices.service'

const words = {
  months: `Нужно число от 1 до ${mostMonthsOfCharges}.`,
}

const month = invoiceBody.shape.period.unwrap()

const chargesRules = chargesQuery.extend({
  months: filled(wholeNumber(mostMonthsOfCharges, words.months)),
})

const explanationRules = explanationQuery.extend({ period: month, against: filled(month) })

export function billingRoutes(router: Router<Customer>, deps: BillingDeps) {
  const invoices = invoicesService(deps)
  const charges = chargesService(deps)
  const explanations = explanationService(deps)

  router.forCustomer('invoice', ({ customer, id, body, now }) =>
    invoices.read({ userId: customer.id, account: id, period: body.period, now }),
  )

  router.forCustomer('charges', async ({ customer, id, query, now }) => ({
    data: await charges.byMonth(
      { userId: customer.id, account: id, now },
      checked(chargesRules, query).months,
    ),
  }))

  router.forCustomer('invoiceExplanation', async ({ customer, id, query, now }) => ({
    data: await explanations.explain({
      userId: customer.id,
      account: id,
      now,
      ...checked(explanationRules, query),
    }),
  }))
}
