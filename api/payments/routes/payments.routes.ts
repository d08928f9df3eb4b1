import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { basketService } from '../checkout/basket.service'
import { customerPaymentsService } from '../checkout/customer-payments.service'
import { guestPaymentsService } from '../checkout/guest-payments.service'
import { payCheckService } from '../checkout/pay-check.service'
import { savedMethodsService } from '../checkout/saved-methods.service'
import type { PaymentRoutesDeps } from '../processing/payments'
import {
  basketPreviewRules,
  basketRules,
  guestPaymentRules,
  payCheckRules,
  personalPaymentRules,
} from './payments.rules'

export function paymentsRoutes(
  router: Router<Customer>,
  deps: Pick<PaymentRoutesDeps, 'config' | 'database' | 'limiter' | 'payments'>,
) {
  const checks = payCheckService(deps)
  const guests = guestPaymentsService(deps)
  const customers = customerPaymentsService(deps)
  const baskets = basketService(deps)
  const methods = savedMethodsService(deps)
  const { publicUrl } = deps.config
  const { accountsAtOnce, paymentKinds: kinds } = deps.payments.gateway

  router.open(
    'payCheck',
    async ({ body, visitor, now }) => ({
      data: await checks.check({ account: body.account, visitor, now }),
    }),
    payCheckRules,
  )

  router.open(
    'guestPayment',
    async ({ body, idempotencyKey, visitor, now }) => ({
      data: await guests.pay({ ...body, key: idempotencyKey, visitor, now }),
    }),
    guestPaymentRules(publicUrl, kinds),
  )

  router.open('guestPaymentState', async ({ id }) => ({ data: await guests.read(id) }))

  router.forCustomer(
    'personalPayment',
    async ({ customer, id, body, idempotencyKey, payAnew, seenBalances, now }) => {
      const { amount, saveMethod, paymentMethod, kind, successUrl, failedUrl } = body
      const [seenBalance = null] = seenBalances
      const asked = { amount, saveMethod, paymentMethod, kind, successUrl, failedUrl, payAnew, seenBalance }
      return { data: await customers.pay({ ...asked, customer, account: id, key: idempotencyKey, now }) }
    },
    personalPaymentRules(publicUrl, kinds),
  )

  router.forCustomer('personalPaymentState', async ({ customer, id, now }) => ({
    data: await customers.read({ userId: customer.id, id, now }),
  }))

  router.forCustomer(
    'basketPreview',
    async ({ customer, body, now }) => ({
      data: await baskets.preview({ ...body, userId: customer.id, now }),
    }),
    basketPreviewRules(accountsAtOnce),
  )

  router.forCustomer(
    'beginBasket',
    async ({ customer, body, idempotencyKey, payAnew, seenBalances, now }) => ({
      data: await baskets.pay({ ...body, customer, key: idempotencyKey, payAnew, seenBalances, now }),
    }),
    basketRules(publicUrl, { accountsAtOnce, kinds }),
  )

  router.forCustomer('basket', async ({ customer, id, now }) => ({
    data: await baskets.read({ userId: customer.id, id, now }),
  }))

  router.forCustomer('savedMethods', async ({ customer }) => ({ data: await methods.list(customer.id) }))

  router.forCustomer('deleteSavedMethod', async ({ customer, id, now }) => {
    await methods.unlink({ userId: customer.id, id, now })
    return undefined
  })
}
