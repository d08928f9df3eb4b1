import type { AppLoadContext } from '@remix-run/node'
import type { Basket } from 'contract/basket'
import type { Payment } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import type { CallResult, Failure } from '~/api-client/failure'
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
import type { AskedQuestion } from './ask-before-payment.server'

export interface PaymentSubmit extends IdempotentSubmit {
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
export const wantsConfirmation = (failure: Failure): failure is Extract<Failure, { kind: 'invalid' }> =>
  failure.kind === 'invalid' && failure.code === problemCodes.confirmRequired

/** Returns the form with a question, which the next submit confirms. */
export const rejectWithQuestion = (
  { reject, key }: Pick<PaymentSubmit, 'reject' | 'key'>,
  { words, details, begun }: Pick<AskedQuestion, 'words' | 'details' | 'begun'>,
) => {
  const question = {
    kind: 'invalid',
    message: '',
    code: problemCodes.confirmRequired,
    errors: { '': [...words] },
    proof: null,
  } satisfies Failure
  const rejected = withKey(reject(question), key)
  return { ...rejected, data: { ...rejected.data, begun, details } }
}

/** Returns the form after a failed earlier call: no payment was begun. */
export const rejectBeforePayment = (
  { reject, key }: Pick<PaymentSubmit, 'reject' | 'key'>,
  failure: Failure,
) => withKey(reject(failure), key, failure.kind === 'unavailable' ? [NOT_TAKEN] : [])

const rejectFailure = (failure: Failure, submit: PaymentSubmit) => {
  const { reject, chargesAtOnce } = submit
  const key = keyAfter(failure, submit.key)
  if (failure.kind !== 'unavailable') return withKey(reject(failure), key)
  return withKey(reject(failure), key, [chargesAtOnce ? MAY_BE_TAKEN : NOT_TAKEN])
}

/** An answer that asks a question gets the page's current data: the question's button carries what is owed now. */
export const withPageBesideQuestion = async <Page>(
  answer: RejectedForm | Response,
  context: AppLoadContext,
  load: (context: AppLoadContext) => Promise<Page>,
) =>
  answer instanceof Response || answer.data.code !== problemCodes.confirmRequired
    ? answer
    : withFreshPage(answer, context, load)
