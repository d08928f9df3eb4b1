import type { Customer } from 'api/http/customer'
import { readCursor } from 'api/http/page-cursor'
import type { Router } from 'api/http/router'
import { basketService } from '../checkout/basket.service'
import { customerPaymentsService } from '../checkout/customer-payments.service'
import { guestPaymentsService, payCheckService } from '../checkout/guest-payments.service'
import { savedMethodsService } from '../checkout/saved-methods.service'
import { historyService } from '../history/history.service'
import type { PaymentRoutesDeps } from '../processing/payments'
import { requestChecks } from './request-checks'

export function paymentsRoutes(
  router: Router<Customer>,
  deps: Pick<PaymentRoutesDeps, 'config' | 'database' | 'limiter' | 'payments'>,
) {
  const checks = payCheckService(deps)
  const guests = guestPaymentsService(deps)
  const customers = customerPaymentsService(deps)
  const baskets = basketService(deps)
  const methods = savedMethodsService(deps)
  const history = historyService(deps)
  const { checkKindAndReturn, checkAccountCount } = requestChecks(deps)

  router.open('payCheck', async ({ body, visitor, now }) => ({
    data: await checks.check({ account: body.account, visitor, now }),
  }))

  router.open('guestPayment', async ({ body, idempotencyKey, visitor, now }) => {
    checkKindAndReturn(body)
    return { data: await guests.pay({ ...body, key: idempotencyKey, visitor, now }) }
  })

  router.open('guestPaymentState', async ({ id }) => ({ data: await guests.read(id) }))

  router.forCustomer(
    'personalPayment',
    async ({ customer, id, body, idempotencyKey, confirmed, displayedBalances, now }) => {
      checkKindAndReturn(body)
      const { amount, saveMethod, paymentMethod, kind, successUrl, failedUrl } = body
      const [displayedBalance = null] = displayedBalances
      const request = {
        amount,
        saveMethod,
        paymentMethod,
        kind,
        successUrl,
        failedUrl,
        confirmed,
        displayedBalance,
      }
      return { data: await customers.pay({ ...request, customer, account: id, key: idempotencyKey, now }) }
    },
  )

  router.forCustomer('personalPaymentState', async ({ customer, id, now }) => ({
    data: await customers.read({ userId: customer.id, id, now }),
  }))

  router.forCustomer('basketPreview', async ({ customer, body, now }) => {
    checkAccountCount('accounts', body.accounts)
    const accounts = [...new Set(body.accounts)]
    return { data: await baskets.preview({ amount: body.amount, accounts, userId: customer.id, now }) }
  })

  router.forCustomer(
    'beginBasket',
    async ({ customer, body, idempotencyKey, confirmed, displayedBalances, now }) => {
      checkKindAndReturn(body)
      checkAccountCount('parts', body.parts)
      return {
        data: await baskets.pay({
          ...body,
          customer,
          key: idempotencyKey,
          confirmed,
          displayedBalances,
          now,
        }),
      }
    },
  )

  router.forCustomer('basket', async ({ customer, id, now }) => ({
    data: await baskets.read({ userId: customer.id, id, now }),
  }))

  router.forCustomer('savedMethods', async ({ customer }) => ({ data: await methods.list(customer.id) }))

  router.forCustomer('deleteSavedMethod', async ({ customer, id, now }) => {
    await methods.unlink({ userId: customer.id, id, now })
    return undefined
  })

  router.forCustomer('history', ({ customer, id, query, now }) =>
    history.list({ userId: customer.id, account: id }, { ...query, cursor: readCursor(query.cursor) }, now),
  )
}
