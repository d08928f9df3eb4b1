import { maskAccount } from 'api/accounts'
import { notFound } from 'api/http/refusal'
import { networkOf, type Visitor } from 'api/http/visitor'
import { findAccountToPay } from './accounts-to-pay.repository'
import { paymentBeginner } from './begin-payment'
import { unknownAccount } from './pay-check.service'
import type { PaymentRoutesDeps } from './payment-routes.deps'
import { paymentView } from './payment-view'
import { findPayment } from './payments.repository'
import { identify } from './request-identity'

export interface GuestPressed {
  /** Of the form, minted with it. */
  key: string
  account: string
  amount: number
  email: string
  successUrl: string
  failedUrl: string
  visitor: Visitor
  now: Date
}

/** Payments of people who have not signed in. */
export const guestPaymentsService = (deps: Pick<PaymentRoutesDeps, 'database' | 'limiter' | 'payments'>) => {
  const { database, payments } = deps
  const { begin } = paymentBeginner(deps)

  return {
    /** Begins a payment, the same one for the same key. Refuses an unknown account with 404, else as `begin`. */
    async pay({ key, account, amount, email, successUrl, failedUrl, visitor, now }: GuestPressed) {
      const network = networkOf(visitor.address)
      const payment = await begin({
        identity: identify({ scope: 'guest', key, data: [account, amount, email, successUrl, failedUrl] }),
        uses: [
          { limit: 'guestPaymentsPerAddress', by: [network] },
          { limit: 'guestPaymentsPerAccountAndAddress', by: [account, network] },
        ],
        now,
        async prepare(db) {
          if (!(await findAccountToPay(db, account))) throw unknownAccount(account)
          return {
            source: 'guest',
            account,
            userId: null,
            amount,
            email,
            returnTo: { success: successUrl, failed: failedUrl },
            saveMethod: false,
            method: null,
          }
        },
      })
      return paymentView(payment)
    },

    /** How a guest's payment stands, for whoever knows its id; the account masked. Of customers' payments it knows nothing. */
    async read(id: string) {
      const known = await findPayment(database.db, id)
      if (known?.source !== 'guest') throw notFound()
      await payments.process(id)
      const view = paymentView((await findPayment(database.db, id)) ?? known)
      return { ...view, account: maskAccount(view.account) }
    },
  }
}
