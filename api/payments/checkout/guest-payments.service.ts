import { maskAccount, maskAddress } from 'api/accounts'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { Kopecks } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { paymentView } from '../history/payment-view'
import type { PaymentRoutesDeps } from '../processing/payments'
import { findPayee } from '../store/payee.repository'
import { PaymentError } from '../store/payments.errors'
import { findPayment } from '../store/payments.repository'
import { identify, kindInData } from '../store/request-identity'
import { findAccountToPay, isOnBill } from './accounts-to-pay.repository'
import { paymentBeginner } from './begin-payment'
import { unknownNumbers } from './unknown-numbers'

export interface GuestPayment {
  /** Of the form, minted with it. */
  key: string
  account: string
  amount: Kopecks
  email: string
  kind?: PaymentKind | undefined
  successUrl: string
  failedUrl: string
  visitor: Visitor
  now: Date
}

/** Payments of people who have not signed in. */
export const guestPaymentsService = (
  deps: Pick<PaymentRoutesDeps, 'config' | 'database' | 'limiter' | 'payments'>,
) => {
  const { config, database, limiter, payments } = deps
  const { begin } = paymentBeginner(deps)

  return {
    /**
     * Begins a payment, the same one for the same key. Throws PaymentError (`unknown_account`, past the limit of unknown
     * numbers `not_on_bill`), else as `begin`.
     */
    async pay({ key, account, amount, email, kind, successUrl, failedUrl, visitor, now }: GuestPayment) {
      const network = networkOf(visitor.address)
      const payment = await begin({
        identity: identify({
          scope: 'guest',
          key,
          data: [account, amount, email, successUrl, failedUrl, ...kindInData(kind)],
        }),
        uses: [
          { limit: 'guestPaymentsPerAddress', by: [network] },
          { limit: 'guestPaymentsPerAccountAndAddress', by: [account, network] },
        ],
        now,
        async prepare(db) {
          const unknown = unknownNumbers(limiter, { visitor, now })
          if (await unknown.isLimitReached()) {
            if (!(await isOnBill(db, { account, amount }))) throw new PaymentError({ code: 'not_on_bill' })
          } else if (!(await findAccountToPay(db, account))) {
            const isCounted = await unknown.count()
            throw new PaymentError(isCounted ? { code: 'unknown_account', account } : { code: 'not_on_bill' })
          }
          return {
            source: 'guest',
            account,
            userId: null,
            amount,
            email,
            returnTo: { success: successUrl, failed: failedUrl },
            saveMethod: false,
            method: null,
            kind,
          }
        },
      })
      return paymentView(payment)
    },

    /**
     * A guest's payment by its unguessable id, the account masked. It names no e-mail: the payer may send the link of the
     * result to somebody. Throws PaymentError (`not_found`), also for customers' payments.
     */
    async read(id: string) {
      const payment = await findPayment(database.db, id)
      if (payment?.source !== 'guest') throw new PaymentError({ code: 'not_found' })
      await payments.processForPayer(id)
      const view = paymentView((await findPayment(database.db, id)) ?? payment)
      const paid = await findAccountToPay(database.db, view.account)
      const payee = await findPayee(database.db, view.account)
      return {
        ...view,
        account: maskAccount(view.account),
        payee: payee?.name,
        addressMasked: paid && maskAddress(paid.address),
        ...(config.guestBalance && { balance: paid?.balance }),
      }
    },
  }
}
