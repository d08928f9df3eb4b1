import type { Failure } from '~/api-client/failure'
import type { Api } from '~/server/pages/guards.server'
import { questionBefore } from './payment-question'
import { pendingQuery } from './pending-query'

interface Wanted {
  account: string
  /** Kopecks. */
  amount: number
  timeZone: string
}

export type Asked =
  | { kind: 'nothing' }
  | { kind: 'question'; words: string[] }
  | { kind: 'failed'; failure: Failure }

/**
 * Whether a customer is to be asked before this payment, by what is owed and under way at this moment. An account that is
 * not the customer's is left to the payment's own call to reject.
 */
export const askBeforePayment = async (api: Api, { account, amount, timeZone }: Wanted): Promise<Asked> => {
  const [accounts, history] = await Promise.all([
    api.submit('accounts', { query: {} }),
    api.submit('history', { id: account, query: pendingQuery }),
  ])
  if (!accounts.ok) return { kind: 'failed', failure: accounts.failure }
  const paid = accounts.answer.data.find((one) => one.account === account)
  if (!paid) return { kind: 'nothing' }
  if (!history.ok) return { kind: 'failed', failure: history.failure }
  const { data: payments, meta } = history.answer
  const pending = { payments, count: meta.count, totalAmount: meta.totalAmount }
  const words = questionBefore({ amount, balance: paid.balance }, pending, { timeZone, now: new Date() })
  return words ? { kind: 'question', words } : { kind: 'nothing' }
}
