import { maskAccount, maskAddress } from 'api/accounts'
import { networkOf, type Visitor } from 'api/http/visitor'
import { LimitReached } from 'api/limits/limit-reached'
import type { LimitedUse, Limiter } from 'api/limits/limiter'
import type { Kopecks } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { paymentView } from '../history/payment-view'
import type { PaymentRoutesDeps } from '../processing/payments'
import { findAccountToPay, findPayee, isOnBill, whyUnpayable } from '../store/accounts-to-pay.repository'
import { PaymentError } from '../store/payments.errors'
import { findPayment } from '../store/payments.repository'
import { identify, kindInData } from '../store/store-payment'
import { paymentBeginner } from './begin-payment'

interface GuestPayment {
  /** The idempotency key of the form. */
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
     * Begins a payment, the same one for the same key. Throws PaymentError (`unknown_account`, or `not_on_bill` past the
     * limit of unknown numbers), and what `begin` throws.
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
     * Reads a guest's payment by its unguessable id, with a masked account and no e-mail: the payer may pass the link on.
     * Throws PaymentError (`not_found`), also for customers' payments.
     */
    async read(id: string) {
      const payment = await findPayment(database.db, id)
      if (payment?.source !== 'guest') throw new PaymentError({ code: 'not_found' })
      await payments.processForPayer(id)
      const view = paymentView((await findPayment(database.db, id)) ?? payment)
      const accountToPay = await findAccountToPay(database.db, view.account)
      const payee = await findPayee(database.db, view.account)
      return {
        ...view,
        account: maskAccount(view.account),
        payee: payee?.name,
        addressMasked: accountToPay && maskAddress(accountToPay.address),
        ...(config.guestBalance && { balance: accountToPay?.balance }),
      }
    },
  }
}

/**
 * Limits how many unknown account numbers a network may try. Past the limit the answers are the same for known and unknown
 * numbers: a guest sees neither address nor debt, and pays only a sum that is on a bill of the account.
 */
const unknownNumbers = (limiter: Limiter, { visitor, now }: { visitor: Visitor; now: Date }) => {
  const uses: LimitedUse[] = [{ limit: 'unknownAccountsPerAddress', by: [networkOf(visitor.address)] }]
  return {
    isLimitReached: () => limiter.isReached(uses, now),
    /** Counts an unknown number. Returns false past the limit. */
    count: () =>
      limiter.admit(uses, now).then(
        () => true,
        (error: unknown) => {
          if (error instanceof LimitReached) return false
          throw error
        },
      ),
  }
}

/** Shows anybody who knows an account's number enough to pay for the right one. */
export const payCheckService = ({
  config,
  database: { db },
  limiter,
  payments,
}: Pick<PaymentRoutesDeps, 'config' | 'database' | 'limiter' | 'payments'>) => ({
  /**
   * Past the limit of unknown numbers the answer has the number alone, also for an unknown one. Throws PaymentError
   * (`unknown_account`, or why it can't be paid here) and LimitReached.
   */
  async check({ account, visitor, now }: { account: string; visitor: Visitor; now: Date }) {
    await limiter.admit([{ limit: 'payChecksPerAddress', by: [networkOf(visitor.address)] }], now)
    const withoutDetails = { account, billSumOnly: true }
    const unknown = unknownNumbers(limiter, { visitor, now })
    if (await unknown.isLimitReached()) return withoutDetails
    const accountToPay = await findAccountToPay(db, account)
    if (!accountToPay) {
      if (await unknown.count()) throw new PaymentError({ code: 'unknown_account', account })
      return withoutDetails
    }
    const why = await whyUnpayable(db, payments.gateway, account)
    if (why) throw new PaymentError({ code: why })
    return {
      account,
      addressMasked: maskAddress(accountToPay.address),
      ...(config.guestBalance && { balance: accountToPay.balance }),
    }
  },
})
