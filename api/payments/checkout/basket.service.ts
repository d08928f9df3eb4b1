import { AccessRefused, findAccess } from 'api/accounts'
import type { Customer } from 'api/http/customer'
import { debtsOf, divideAmount, totalOwed } from 'contract/divide-amount'
import { type Kopecks, totalOf } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { continuationView } from '../history/payment-view'
import type { PaymentRoutesDeps } from '../processing/payments'
import {
  type AccountInBasket,
  findAccountsInBasket,
  findInvoiceSums,
  findPartsOfBasket,
  findPayee,
  findUnpayable,
} from '../store/accounts-to-pay.repository'
import { isFinal, statusOf } from '../store/payment-states'
import { PaymentError } from '../store/payments.errors'
import { findPayment, type StoredPayment } from '../store/payments.repository'
import { isUnansweredCharge, keysForgottenSince } from '../store/pending-payments.repository'
import { identify, kindInData, type Part } from '../store/store-payment'
import { paymentBeginner } from './begin-payment'
import { checkDoublePayment, replacePendingPayments } from './double-payment'
import { chooseMethod } from './saved-methods.service'

interface BasketRequest {
  customer: Customer
  /** The idempotency key of the form. */
  key: string
  /** In the order of the request; every account once, every amount above zero. */
  parts: readonly Part[]
  saveMethod: boolean
  /** The id of a saved method, which is charged without the bank's page. */
  paymentMethod?: string | undefined
  kind?: PaymentKind | undefined
  successUrl: string
  failedUrl: string
  /** The customer knows of the pending payments. */
  confirmed: boolean
  /** The balances on the page, in the order of `parts`; `null` if the page did not send one. */
  displayedBalances: readonly (Kopecks | null)[]
  now: Date
}

/** One payment of a customer for several of their accounts: one charge, and a payment of its own for each account. */
export const basketService = (deps: Pick<PaymentRoutesDeps, 'database' | 'limiter' | 'payments'>) => {
  const { database, payments } = deps
  const { db } = database
  const { begin } = paymentBeginner(deps)
  const { chargeable } = payments.gateways

  const viewOf = async (charge: StoredPayment) => {
    const { id, state, request } = charge
    const stored = new Map((await findPartsOfBasket(db, id)).map((part) => [part.account, part]))
    return {
      id,
      amount: request.amount,
      status: statusOf(state),
      parts: (request.parts ?? []).flatMap(({ account }) => stored.get(account) ?? []),
      ...continuationView(isFinal(state) ? null : charge),
      createdAt: charge.createdAt,
      payee: (await findPayee(db, charge.account))?.name,
    }
  }

  return {
    /**
     * Divides `amount`, or the whole debt, among the accounts, the oldest debts first. Leaves out accounts without a debt.
     * Throws AccessRefused (`no_right`), PaymentError (`not_found`, `different_payees`, `account_too_long`,
     * `other_payee`, `more_than_owed`).
     */
    async preview({
      userId,
      accounts,
      amount,
      now,
    }: {
      userId: string
      accounts: readonly string[]
      amount?: Kopecks | undefined
      now: Date
    }) {
      const own = await findAccountsInBasket(db, { userId, at: now.toISOString(), accounts })
      for (const account of findMissing(accounts, own))
        throw (await findAccess(db, { userId, account, now }))
          ? new AccessRefused('no_right')
          : new PaymentError({ code: 'not_found' })
      const inDebt = inOrder(own, accounts).filter(({ balance }) => balance > 0)
      refuseDifferentPayees(inDebt)
      const unpayable = await findUnpayable(
        db,
        payments.gateway,
        inDebt.map(({ account }) => account),
      )
      const [why] = unpayable.values()
      if (why) throw new PaymentError({ code: why })
      const invoices = await findInvoiceSums(db, accounts)
      const accountDebts = inDebt.map(({ account, balance }) => ({
        account,
        debts: debtsOf(
          balance,
          invoices.filter((invoice) => invoice.account === account),
        ),
      }))
      const owed = totalOwed(accountDebts)
      if (amount !== undefined && amount > owed) throw new PaymentError({ code: 'more_than_owed', owed })
      const shares = divideAmount(accountDebts, amount ?? owed)
      return {
        amount: totalOf(shares.map((share) => share.amount)),
        parts: shares.map(({ account, amount: share, debts }) => ({
          account,
          amount: share,
          periods: debts.flatMap((debt) =>
            debt.period === null ? [] : [{ period: debt.period, amount: debt.amount }],
          ),
        })),
        payee: inDebt[0] && (await findPayee(db, inDebt[0].account))?.name,
      }
    },

    /**
     * Begins the payment, the same one for the same key. Throws AccessRefused (`no_right`), PaymentError
     * (`account_not_own`, `different_payees`, `no_saved_method`, `paid_meanwhile`; `replaced_was_paid` if `confirmed`, else
     * `may_pay_twice`), and what `begin` throws.
     */
    async pay(request: BasketRequest) {
      const { customer, key, parts, saveMethod, paymentMethod, successUrl, failedUrl, confirmed } = request
      const kind = paymentMethod === undefined ? request.kind : undefined
      const userId = customer.id
      // All payments of several accounts lock them in this order.
      const sorted = parts.toSorted((a, b) => (a.account < b.account ? -1 : 1))
      const others = sorted.slice(0, -1)
      const last = sorted.at(-1)
      if (!last) throw new Error('A payment for no account')
      const identity = identify({
        scope: `customer ${userId}`,
        key,
        data: [
          'basket',
          ...sorted.flatMap(({ account, amount }) => [account, amount]),
          saveMethod,
          paymentMethod ?? null,
          successUrl,
          failedUrl,
          ...kindInData(kind),
        ],
      })
      const charge = await begin({
        identity,
        uses: [{ limit: 'paymentsPerCustomer', by: [userId] }],
        now: request.now,
        ...(confirmed && {
          beforeStoring: async () => {
            for (const { account } of sorted)
              await replacePendingPayments(db, payments, { userId, account, exceptKey: identity.requestKey })
          },
        }),
        async checkInTransaction(trx, id) {
          const displayedByAccount = new Map(
            parts.map(({ account }, at) => [account, request.displayedBalances[at]]),
          )
          const stored = new Map(
            (await findPartsOfBasket(trx, id)).map((part) => [part.account, part.payment]),
          )
          for (const { account, amount } of sorted)
            await checkDoublePayment(
              trx,
              { id: stored.get(account) ?? id, account, userId, amount },
              { confirmed, displayedBalance: displayedByAccount.get(account) ?? null },
            )
        },
        async prepare() {
          const accounts = parts.map(({ account }) => account)
          const { now } = request
          const own = await findAccountsInBasket(db, { userId, at: now.toISOString(), accounts })
          for (const account of findMissing(accounts, own))
            throw (await findAccess(db, { userId, account, now }))
              ? new AccessRefused('no_right')
              : new PaymentError({ code: 'account_not_own', account })
          refuseDifferentPayees(inOrder(own, accounts))
          const method = await chooseMethod(db, { userId, chargeable, id: paymentMethod })
          return {
            source: 'personal',
            account: last.account,
            userId,
            amount: last.amount,
            email: customer.email,
            returnTo: { success: successUrl, failed: failedUrl },
            saveMethod: saveMethod && method === null,
            method,
            kind,
            basket: { others, parts },
          }
        },
      })
      return viewOf(charge)
    },

    /** Reads the state of a customer's own basket. Throws PaymentError (`not_found`). */
    async read({ userId, id, now }: { userId: string; id: string; now: Date }) {
      const payment = await findPayment(db, id)
      if (payment?.userId !== userId || payment.basketId !== id) throw new PaymentError({ code: 'not_found' })
      await payments.processForPayer(id)
      const charge = (await findPayment(db, id)) ?? payment
      const unanswered =
        charge.declineReason === 'no_answer' ||
        isUnansweredCharge(charge, keysForgottenSince(payments.gateway, now))
      return { ...(await viewOf(charge)), unanswered }
    },
  }
}

const findMissing = (accounts: readonly string[], own: readonly AccountInBasket[]): string[] =>
  accounts.filter((account) => !own.some((one) => one.account === account))

const inOrder = (own: readonly AccountInBasket[], accounts: readonly string[]): AccountInBasket[] =>
  accounts.flatMap((account) => own.find((one) => one.account === account) ?? [])

const refuseDifferentPayees = (accounts: readonly AccountInBasket[]) => {
  const groups = new Map<string, string[]>()
  for (const { account, payeeId } of accounts) groups.set(payeeId, [...(groups.get(payeeId) ?? []), account])
  if (groups.size > 1) throw new PaymentError({ code: 'different_payees', groups: [...groups.values()] })
}
