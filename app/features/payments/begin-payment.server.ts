import type { AppLoadContext } from '@remix-run/node'
import type { Basket } from 'contract/basket'
import type { Payment } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import { DAY } from 'format/durations'
import { LRUCache } from 'lru-cache'
import type { CallResult, Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import type { PortalConfig } from '~/server/config.server'
import { keyAfter, withKey } from '~/server/forms/idempotency-key.server'
import type { RejectedForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { withFreshPage } from '~/server/pages/load-beside-form.server'
import { paysByQr } from '~/server/payments/bank-page.server'
import {
  type IdempotentSubmit,
  redirectToBank,
  rejectWithMessage,
} from '~/server/payments/idempotent-submit.server'
import type { PaymentQuestion, Question } from './payment-question.server'
import type { ResultPage } from './payment-result'

interface PaymentSubmit extends IdempotentSubmit {
  /** A saved card is charged without the bank's page, so after a lost answer a payment may exist. */
  chargesAtOnce: boolean
  resultPage: (id: string) => string
}

export const NOT_TAKEN = 'Деньги не списаны.'
const MAY_BE_TAKEN =
  'Пока неизвестно, прошёл ли платёж. Нажмите «Оплатить» ещё раз: дважды эта оплата не пройдёт.'

/** Responds to a payment form: redirects to the bank or to the payment's result, or returns the form. */
export const respondToSubmit = (
  result: CallResult<{ data: Payment | Basket }>,
  submit: PaymentSubmit,
  context: AppLoadContext,
) => {
  const { chargesAtOnce, resultPage } = submit
  if (!result.ok) return rejectFailure(result.failure, submit)
  const payment = result.answer.data
  // Only a saved card is charged without the bank's page.
  const isBegun = payment.status !== 'pending' || (chargesAtOnce && !payment.confirmationUrl)
  if (isBegun || paysByQr(payment, context.config)) return seeOther(resultPage(payment.id))
  return redirectToBank(payment.confirmationUrl, submit, chargesAtOnce ? [] : [NOT_TAKEN], context)
}

/** Returns the form when its key is missing or invalid; the API is not called. */
export const rejectUnknownKey = (reject: PaymentSubmit['reject'], key: string) =>
  rejectWithMessage({ reject, key }, 'Форма устарела. Проверьте данные и нажмите «Оплатить» ещё раз.', [
    NOT_TAKEN,
  ])

/** Whether the API requires a confirmation. */
const needsConfirmation = (failure: Failure): failure is Extract<Failure, { kind: 'invalid' }> =>
  failure.kind === 'invalid' && failure.code === problemCodes.confirmRequired

/** Returns the form with a question, which the next submit confirms. */
const rejectWithQuestion = (
  { reject, key }: Pick<PaymentSubmit, 'reject' | 'key'>,
  { words, details, pendingPayment }: Pick<PaymentQuestion, 'words' | 'details' | 'pendingPayment'>,
) => {
  const question = {
    kind: 'invalid',
    message: '',
    code: problemCodes.confirmRequired,
    errors: { '': [...words] },
    proof: null,
  } satisfies Failure
  const rejected = withKey(reject(question), key)
  return { ...rejected, data: { ...rejected.data, pendingPayment, details } }
}

/** Returns the form after a failed earlier call: no payment was begun. */
const rejectBeforePayment = ({ reject, key }: Pick<PaymentSubmit, 'reject' | 'key'>, failure: Failure) =>
  withKey(reject(failure), key, failure.kind === 'unavailable' ? [NOT_TAKEN] : [])

const rejectFailure = (failure: Failure, submit: PaymentSubmit) => {
  const { reject, chargesAtOnce } = submit
  const key = keyAfter(failure, submit.key)
  if (failure.kind !== 'unavailable') return withKey(reject(failure), key)
  return withKey(reject(failure), key, [chargesAtOnce ? MAY_BE_TAKEN : NOT_TAKEN])
}

/** Adds the page's current data to an answer with a question: the question's button sends the current balance. */
export const withPageBesideQuestion = async <Page>(
  answer: RejectedForm | Response,
  context: AppLoadContext,
  load: (context: AppLoadContext) => Promise<Page>,
) =>
  answer instanceof Response || answer.data.code !== problemCodes.confirmRequired
    ? answer
    : withFreshPage(answer, context, load)

/**
 * The idempotency keys that this process has sent to the product API. A repeated submit with such a key is the payment
 * that has already begun, so the portal asks no question about it. Only words depend on this: after a restart or on
 * another replica the question is asked once more, and the payment is still the same one.
 */
const sentKeys = new LRUCache<string, true>({ max: 10_000, ttl: DAY })

interface ConfirmableSubmit<Payable extends Payment | Basket> extends PaymentSubmit {
  /** The key of this call, if the form makes several calls. */
  callKey?: string
  /** Whether the current user could be checked; without one nothing is sent. */
  hasUser: boolean
  /**
   * Whether the API itself refuses a payment that needs a confirmation: it also knows the payments of other replicas.
   */
  apiAsks: boolean
  /** Decides whether to ask the customer a question before the payment. */
  ask(): Promise<Question>
  begin(): Promise<CallResult<{ data: Payable }>>
  /** The answer instead of this payment's own result, such as the next payment's; null: none. */
  continueWith?(payment: Payable): Promise<Response | RejectedForm | null>
}

/**
 * Begins the payment. Before that it asks the customer when other payments are pending, unless the API asks by itself; a
 * repeated press asks nothing.
 */
export const submitWithConfirmation = async <Payable extends Payment | Basket>(
  { hasUser, apiAsks, ask, begin, continueWith, callKey, ...submit }: ConfirmableSubmit<Payable>,
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
  if (!result.ok && needsConfirmation(result.failure)) {
    const question = await ask()
    const paymentQuestion =
      question.kind === 'question'
        ? question
        : { words: [result.failure.message], details: [], pendingPayment: null }
    return rejectWithQuestion({ reject, key }, paymentQuestion)
  }
  return (result.ok && (await continueWith?.(result.answer.data))) || respondToSubmit(result, submit, context)
}

const pages: Readonly<Record<ResultPage, readonly [success: string, failed: string]>> = {
  guest: [paths.paySuccess, paths.payFailed],
  personal: [paths.personalPaySuccess, paths.personalPayFailed],
  autopayment: [paths.autopaySuccess, paths.autopayFailed],
}

/** The absolute URLs that the bank returns the visitor to. */
export const returnAddresses = ({ publicUrl }: Pick<PortalConfig, 'publicUrl'>, page: ResultPage) => {
  const [success, failed] = pages[page]
  return { successUrl: publicUrl.origin + success, failedUrl: publicUrl.origin + failed }
}
