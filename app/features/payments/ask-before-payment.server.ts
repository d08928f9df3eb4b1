import type { Payment } from 'contract/payments'
import type { Failure } from '~/api-client/failure'
import type { PortalConfig } from '~/server/config.server'
import type { Api } from '~/server/pages/guards.server'
import { bankLink } from '~/server/payments/bank-page.server'
import type { PendingStep } from '~/ui/post-form/form-reply'
import { fallenSince, questionBefore } from './payment-question'
import { type ListedPending, pendingOf, pendingQuery, pendingStep, sortPending } from './pending-payments'

interface IntendedPart {
  account: string
  /** Kopecks. */
  amount: number
  /** What the account owed by the page that was pressed, kopecks; null where it did not say. */
  displayedBalance: number | null
}

/**
 * `details`: account by account, where it is about several. `pendingPayment`: how the customer continues the newest of
 * their pending payments for the same debt.
 */
export interface PaymentQuestion {
  kind: 'question'
  words: string[]
  details: string[]
  pendingPayment: PendingStep | null
}

export type Question = { kind: 'nothing' } | PaymentQuestion | { kind: 'failed'; failure: Failure }

/** What is asked of an account's history to know its latest payments. */
const succeededQuery = { status: 'succeeded', limit: '20' } as const

/**
 * Decides whether to ask the customer before this payment, by the current debts, the pending payments and what the page
 * said. For several accounts the words name the account, or say how many accounts the details are about. An account that
 * is not the customer's is rejected later by the payment call itself. `confirmed`: the customer knows of the pending
 * payments.
 */
export const askBeforePayment = async (
  api: Api,
  parts: readonly IntendedPart[],
  {
    confirmed,
    config,
  }: { confirmed: boolean; config: Pick<PortalConfig, 'timeZone' | 'publicUrl' | 'paymentOrigins'> },
): Promise<Question> => {
  // One after the other: a payment that succeeds in between is then seen as pending or as paid, never as neither.
  const histories = confirmed
    ? []
    : await Promise.all(
        parts.map(({ account }) => api.submit('history', { id: account, query: pendingQuery })),
      )
  const accounts = await api.submit('accounts', { query: {} })
  if (!accounts.ok) return { kind: 'failed', failure: accounts.failure }
  const questions: string[][] = []
  const own: Payment[] = []
  for (const [index, { account, amount, displayedBalance }] of parts.entries()) {
    const paid = accounts.answer.data.find((one) => one.account === account)
    if (!paid) continue
    const history = histories[index]
    if (history && !history.ok) return { kind: 'failed', failure: history.failure }
    const pending = history ? pendingOf(history.answer) : nonePending
    const shown = { timeZone: config.timeZone, now: new Date() }
    const payment = { amount, balance: paid.balance, displayedBalance }
    const succeeded = fallenSince(payment) > 0 ? await loadSucceeded(api, account) : []
    const question = questionBefore(payment, { pending, succeeded }, shown)
    if (!question) continue
    const about = parts.length > 1 ? `Лицевой счёт ${account}. ` : ''
    questions.push(question.map((sentence) => about + sentence))
    own.push(...sortPending(pending).own.payments)
  }
  if (questions.length === 0) return { kind: 'nothing' }
  const [newest] = own.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const bankPage = (confirmationUrl: string | null | undefined) => bankLink(confirmationUrl, config)
  const pendingPayment = newest ? pendingStep(newest, bankPage) : null
  return questions.length === 1
    ? { kind: 'question', words: questions.flat(), details: [], pendingPayment }
    : { kind: 'question', words: [inAll(questions.length)], details: questions.flat(), pendingPayment }
}

const inAll = (accounts: number) =>
  `По ${accounts} из этих лицевых счетов уже платят или заплатили: вместе с новым платежом получится больше, чем к оплате.`

const nonePending: ListedPending = { payments: [], count: 0, totalAmount: 0 }

/** None where they can't be loaded: the question is asked all the same, in other words. */
const loadSucceeded = async (api: Api, account: string): Promise<readonly Payment[]> => {
  const history = await api.submit('history', { id: account, query: succeededQuery })
  return history.ok ? history.answer.data : []
}
