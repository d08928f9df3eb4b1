import type { AppLoadContext } from '@remix-run/node'
import type { Basket } from 'contract/basket'
import type { Payment } from 'contract/payments'
import { DAY } from 'format/durations'
import { LRUCache } from 'lru-cache'
import type { CallResult } from '~/api-client/failure'
import type { RejectedForm } from '~/server/forms/read-form.server'
import type { Question } from './ask-before-payment.server'
import {
  type PaymentSubmit,
  rejectBeforePayment,
  rejectWithQuestion,
  respondToSubmit,
  wantsConfirmation,
} from './begin-payment.server'

/**
 * The idempotency keys that this process has sent to the product API. A repeated submit with its key is the payment it has
 * already begun, so the portal asks no question of its own about it. Nothing else but words depends on this: after a restart
 * or on another replica such a question is asked once more, and the payment is still the same one.
 */
const sentKeys = new LRUCache<string, true>({ max: 10_000, ttl: DAY })

interface AskedSubmit<Begun extends Payment | Basket> extends PaymentSubmit {
  /** The key of the call, where the form stands for several. */
  callKey?: string
  /** Whether the current user could be checked; without one nothing is sent. */
  hasUser: boolean
  /**
   * Whether the API itself refuses a payment that needs a confirmation: it also knows what it was sent by another
   * replica.
   */
  apiAsks: boolean
  /** What the customer is to be asked before they pay. */
  ask(): Promise<Question>
  begin(): Promise<CallResult<{ data: Begun }>>
  /** What follows instead of this payment's own result; null: nothing. */
  goOn?(payment: Begun): Promise<Response | RejectedForm | null>
}

/**
 * Begins the payment. Before that it asks the customer when other payments are pending, unless the API asks by itself; a
 * repeated press asks nothing.
 */
export const submitAsked = async <Begun extends Payment | Basket>(
  { hasUser, apiAsks, ask, begin, goOn, callKey, ...submit }: AskedSubmit<Begun>,
  context: AppLoadContext,
): Promise<Response | RejectedForm> => {
  const { reject, key } = submit
  const sent = callKey ?? key
  if (!apiAsks && !sentKeys.has(sent)) {
    const question = await ask()
    // The key was sent meanwhile by another press of the same form: that payment is the pending one.
    if (question.kind === 'question' && !sentKeys.has(sent))
      return rejectWithQuestion({ reject, key }, question)
    if (question.kind === 'failed') return rejectBeforePayment({ reject, key }, question.failure)
  }
  const wasSent = sentKeys.has(sent)
  if (hasUser) sentKeys.set(sent, true)
  const result = await begin()
  // The current user could not be checked, so nothing was sent.
  if (!result.ok && !hasUser && !wasSent) return rejectBeforePayment({ reject, key }, result.failure)
  if (!result.ok && result.failure.kind !== 'unavailable') sentKeys.delete(sent)
  if (!result.ok && wantsConfirmation(result.failure)) {
    const question = await ask()
    const asked =
      question.kind === 'question' ? question : { words: [result.failure.message], details: [], begun: null }
    return rejectWithQuestion({ reject, key }, asked)
  }
  return (result.ok && (await goOn?.(result.answer.data))) || respondToSubmit(result, submit, context)
}
