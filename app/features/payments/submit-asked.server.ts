import type { AppLoadContext } from '@remix-run/node'
import type { Basket } from 'contract/basket'
import type { Payment } from 'contract/payments'
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

interface AskedSubmit<Begun extends Payment | Basket> extends PaymentSubmit {
  /** Whether the customer is asked before the call: an API with the feature `confirmation` asks by itself. */
  asksFirst: boolean
  /** Finds what the customer is to be asked before they pay. */
  ask(): Promise<Question>
  begin(): Promise<CallResult<{ data: Begun }>>
  /** Continues instead of this payment's own result; null: the result follows. */
  goOn?(payment: Begun): Promise<Response | RejectedForm | null>
}

/** Begins the payment, or asks whether to pay although other payments are pending. */
export const submitAsked = async <Begun extends Payment | Basket>(
  { asksFirst, ask, begin, goOn, ...submit }: AskedSubmit<Begun>,
  context: AppLoadContext,
): Promise<Response | RejectedForm> => {
  if (asksFirst) {
    const question = await ask()
    if (question.kind === 'question') return rejectWithQuestion(submit, question)
    if (question.kind === 'failed') return rejectBeforePayment(submit, question.failure)
  }
  const result = await begin()
  if (!result.ok && wantsConfirmation(result.failure)) {
    const question = await ask()
    const words = { words: [result.failure.message], details: [], begun: null }
    return rejectWithQuestion(submit, question.kind === 'question' ? question : words)
  }
  return (result.ok && (await goOn?.(result.answer.data))) || respondToSubmit(result, submit, context)
}
