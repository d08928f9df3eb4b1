import { requireRight } from 'api/accounts'
import type { Customer } from 'api/http/customer'
import type { Kopecks } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { findOwnPayment } from '../history/history.repository'
import { paymentView, recordedPaymentView } from '../history/payment-view'
import type { PaymentRoutesDeps } from '../processing/payments'
import { findPayee } from '../store/accounts-to-pay.repository'
import { PaymentError } from '../store/payments.errors'
import { findPayment } from '../store/payments.repository'
import { isUnansweredCharge, keysForgottenSince } from '../store/pending-payments.repository'
import { identify, kindInData } from '../store/store-payment'
import { paymentBeginner } from './begin-payment'
import { type Confirmation, checkDoublePayment, replacePendingPayments } from './double-payment'
import { chooseMethod } from './saved-methods.service'

interface CustomerPayment extends Confirmation {
  customer: Customer
  /** The idempotency key of the form. */
  key: string
  account: string
  amount: Kopecks
  saveMethod: boolean
  /** The id of a saved method, which is charged without the bank's page. */
  paymentMethod: string | undefined
  kind: PaymentKind | undefined
  successUrl: string
  failedUrl: string
  now: Date
}

/** One-off payments of customers. Throws AccessRefused for accounts that the customer may not pay. */
export const customerPaymentsService = (
  deps: Pick<PaymentRoutesDeps, 'database' | 'limiter' | 'payments'>,
) => {
  const { database, payments } = deps
  const { begin } = paymentBeginner(deps)
  const { chargeable } = payments.gateways

  return {
    /**
     * Begins a payment, the same one for the same key. Throws PaymentError (`no_saved_method`,
     * `paid_meanwhile`; `replaced_was_paid` if `confirmed`, else `may_pay_twice`), and what `begin` throws.
     */
    async pay(request: CustomerPayment) {
      const { customer, key, account, amount, saveMethod, paymentMethod, successUrl, failedUrl } = request
      // A saved method has its own kind.
      const kind = paymentMethod === undefined ? request.kind : undefined
      const userId = customer.id
      const identity = identify({
        scope: `customer ${userId}`,
        key,
        data: [
          account,
          amount,
          saveMethod,
          paymentMethod ?? null,
          successUrl,
          failedUrl,
          ...kindInData(kind),
        ],
      })
      const payment = await begin({
        identity,
        uses: [{ limit: 'paymentsPerCustomer', by: [userId] }],
        now: request.now,
        ...(request.confirmed && {
          beforeStoring: () =>
            replacePendingPayments(database.db, payments, {
              userId,
              account,
              exceptKey: identity.requestKey,
            }),
        }),
        checkInTransaction: (trx, id) => checkDoublePayment(trx, { id, account, userId, amount }, request),
        async prepare(db) {
          await requireRight(db, { userId, account, now: request.now }, 'pay')
          const method = await chooseMethod(db, { userId, chargeable, id: paymentMethod })
          return {
            source: 'personal',
            account,
            userId,
            amount,
            email: customer.email,
            returnTo: { success: successUrl, failed: failedUrl },
            saveMethod: saveMethod && method === null,
            method,
            kind,
          }
        },
      })
      return paymentView(payment)
    },

    /** Reads the state of a customer's own payment. */
    async read({ userId, id, now }: { userId: string; id: string; now: Date }) {
      const own = await findOwnPayment(database.db, { userId, id })
      if (!own) throw new PaymentError({ code: 'not_found' })
      const storedPayment = await findPayment(database.db, id)
      const payee = (await findPayee(database.db, own.account))?.name
      if (!storedPayment) return { ...recordedPaymentView(own), payee, unanswered: false }
      await payments.processForPayer(id)
      const payment = (await findPayment(database.db, id)) ?? storedPayment
      const unanswered = isUnansweredCharge(payment, keysForgottenSince(payments.gateway, now))
      return { ...paymentView(payment), payee, unanswered }
    },
  }
}
