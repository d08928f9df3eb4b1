import { randomUUID } from 'node:crypto'
import { hasRight, requireRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { lockActiveCustomer } from 'api/db/locked-user.repository'
import type { Customer } from 'api/http/customer'
import type { Visitor } from 'api/http/visitor'
import { balanceOf, lockLedgerOf } from 'api/ledger/ledger.repository'
import {
  cancelAbandonedPayments,
  continuationView,
  findAbandonedPayments,
  findSavedMethod,
  identify,
  isFinal,
  keysForgottenSince,
  kindInData,
  type PaymentDraft,
  paymentBeginner,
  sumPending,
} from 'api/payments'
import { DomainError } from 'api/refusal'
import { paymentLimits } from 'contract/limits'
import { type Kopecks, toKopecks } from 'contract/money'
import type { PaymentKind } from 'contract/payments'
import { AutopaymentError } from './autopayments.errors'
import {
  type Autopayment,
  findAutopaymentsFor,
  findByFirstPayment,
  insertAutopayment,
  newestPeriodOf,
} from './autopayments.repository'
import { type AutopaymentsDeps, autopaymentView } from './autopayments.service'

interface AutopaymentRequest {
  customer: Customer
  visitor: Visitor
  /** The idempotency key of the form. */
  key: string
  account: string
  rule: 'invoice' | 'monthly'
  day?: number | undefined
  amount?: Kopecks | undefined
  limit: Kopecks
  consentVersion?: string | undefined
  kind?: PaymentKind | undefined
  successUrl: string
  failedUrl: string
  now: Date
}

interface FirstPayment {
  account: string
  userId: string
  now: Date
  /** The ids of payments that do not lower the sum: abandoned ones, and the first payment itself. */
  except: readonly string[]
}

/** The debt has fallen since the sum of the first payment was computed: another payment was begun or made. */
class DebtHasFallen extends DomainError {
  override refusal() {
    return null
  }
}

const mostAttempts = 5

/** Repeats after DebtHasFallen, which has stored nothing. */
const retryWithNewSum = async <Result>(begin: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await begin()
    } catch (error) {
      if (!(error instanceof DebtHasFallen) || attempt === mostAttempts) throw error
    }
  }
}

/** Creates autopayments. The first payment, on the bank's page, saves the card; before that nothing is charged. */
export const autopaymentCreationService = (
  deps: Pick<AutopaymentsDeps, 'config' | 'database' | 'limiter' | 'payments'>,
) => {
  const { config, database, payments } = deps
  const { db } = database
  const { begin } = paymentBeginner(deps)
  const { chargeable } = payments.gateways

  /** Whether the autopayment is active or can be resumed. An autopayment without its card is replaced. */
  const preventsAnother = async (trx: Queries, { status, userId, methodId }: Autopayment) => {
    if (status === 'active') return true
    if (status !== 'paused' || methodId === null) return false
    return (await findSavedMethod(trx, { userId, chargeable, id: methodId })) !== undefined
  }

  /** The debt less pending payments, and at least 1 ₽, which saves the card. */
  const firstAmount = async (trx: Queries, { now, ...first }: FirstPayment) => {
    const forgottenSince = keysForgottenSince(payments.gateway, now)
    const pending = await sumPending(trx, { ...first, forgottenSince })
    const left = (await balanceOf(trx, first.account)) - pending
    return toKopecks(Math.min(Math.max(left, paymentLimits.least), paymentLimits.most))
  }

  return {
    /**
     * Creates the autopayment with its first payment; a repeat of a request returns the same one. Throws AccessRefused
     * (`no_right`), AutopaymentError (`account_not_found`, `account_has_autopayment`, `removed_meanwhile`), and what
     * `begin` throws.
     */
    async create(input: AutopaymentRequest) {
      const { customer, account, rule, limit, kind, successUrl, failedUrl, now } = input
      const userId = customer.id
      const day = rule === 'monthly' ? (input.day ?? null) : null
      const amount = rule === 'monthly' ? (input.amount ?? null) : null
      const consentVersion = input.consentVersion ?? null
      const identity = identify({
        scope: `autopayments ${userId}`,
        key: input.key,
        data: [account, rule, day, amount, limit, consentVersion, successUrl, failedUrl, ...kindInData(kind)],
      })
      let firstSum = toKopecks(0)
      // Looked up once: a payment that another form begins later is not abandoned.
      let abandonedIds: readonly string[] | undefined
      const request: PaymentDraft = {
        identity,
        uses: [{ limit: 'paymentsPerCustomer', by: [userId] }],
        now,
        async prepare(trx) {
          const own = { userId, account, now }
          if (!(await hasRight(trx, own, 'view'))) throw new AutopaymentError('account_not_found')
          await requireRight(trx, own, 'pay')
          for (const other of await findAutopaymentsFor(trx, { userId, account })) {
            if (await preventsAnother(trx, other)) throw new AutopaymentError('account_has_autopayment')
          }
          abandonedIds ??= await findAbandonedPayments(trx, {
            userId,
            account,
            exceptKey: identity.requestKey,
          })
          firstSum = await firstAmount(trx, { account, userId, now, except: abandonedIds })
          return {
            source: 'personal',
            account,
            userId,
            amount: firstSum,
            email: customer.email,
            returnTo: { success: successUrl, failed: failedUrl },
            saveMethod: true,
            method: null,
            kind,
          }
        },
        async beforeStoring() {
          abandonedIds = await cancelAbandonedPayments(db, payments, abandonedIds ?? [])
        },
        async checkInTransaction(trx, payment) {
          await lockLedgerOf(trx, account)
          const except = [payment, ...(abandonedIds ?? [])]
          const newSum = await firstAmount(trx, { account, userId, now, except })
          if (newSum < firstSum) throw new DebtHasFallen()
        },
        async storeInTransaction(trx, payment) {
          // A deletion stops the autopayments that are stored: none may be stored after it.
          if (!(await lockActiveCustomer(trx, userId))) throw new AutopaymentError('removed_meanwhile')
          await insertAutopayment(trx, {
            id: randomUUID(),
            user_id: userId,
            account,
            rule,
            day,
            amount,
            limit_amount: limit,
            status: 'pending',
            first_payment_id: payment,
            // The first payment pays the invoices that exist already.
            planned_through: rule === 'invoice' ? await newestPeriodOf(trx, account) : null,
            created_at: now.toISOString(),
            consent_version: consentVersion,
            consent_at: now.toISOString(),
            consent_address: input.visitor.address,
          })
        },
      }
      const first = await retryWithNewSum(() => begin(request))
      const autopayment = await findByFirstPayment(db, first.id)
      if (!autopayment || autopayment.deletedAt !== null) throw new AutopaymentError('removed_meanwhile')
      return {
        ...(await autopaymentView(db, autopayment, { chargeable, timeZone: config.timeZone, now })),
        ...continuationView(isFinal(first.state) ? null : first),
      }
    },
  }
}
