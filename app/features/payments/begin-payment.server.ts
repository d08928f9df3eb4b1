import type { AppLoadContext } from '@remix-run/node'
import type { Payment } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import type { CallResult, Failure } from '~/api-client/failure'
import { withKey } from '~/server/forms/idempotency-key.server'
import { seeOther } from '~/server/http/redirects.server'
import {
  type IdempotentSubmit,
  redirectToBank,
  rejectReusedKey,
  rejectWithMessage,
} from '~/server/payments/idempotent-submit.server'

interface Pressed extends IdempotentSubmit {
  /** A saved card is charged without the bank's page, so a lost answer may hide a payment. */
  chargesAtOnce: boolean
  resultPage: (payment: string) => string
}

const NOT_TAKEN = 'Деньги не списаны.'
const MAY_BE_TAKEN =
  'Пока неизвестно, прошёл ли платёж. Нажмите «Оплатить» ещё раз: дважды эта оплата не пройдёт.'
const OTHER_DATA =
  'С этой страницы уже начат платёж с другими данными. Проверьте сумму и нажмите «Оплатить» ещё раз: это будет новый платёж.'

/** Where the press of a payment form leads: to the bank, to the payment's result, or back to the form. */
export const answerToPress = (
  result: CallResult<{ data: Payment }>,
  pressed: Pressed,
  context: AppLoadContext,
) => {
  const { chargesAtOnce, resultPage } = pressed
  if (!result.ok) return refused(result.failure, pressed)
  const payment = result.answer.data
  // Only a saved card is charged without the bank's page.
  const isBegun = payment.status !== 'pending' || (chargesAtOnce && !payment.confirmationUrl)
  if (isBegun) return seeOther(resultPage(payment.id))
  return redirectToBank(payment.confirmationUrl, pressed, chargesAtOnce ? [] : [NOT_TAKEN], context)
}

/** The form with a key that was not minted here: nothing is asked of the API. */
export const keyIsNotOurs = (reject: Pressed['reject'], key: string) =>
  rejectWithMessage({ reject, key }, 'Форма устарела. Проверьте данные и нажмите «Оплатить» ещё раз.', [
    NOT_TAKEN,
  ])

/** Whether the API asks first. */
export const wantsConfirmation = (failure: Failure): failure is Extract<Failure, { kind: 'invalid' }> =>
  failure.kind === 'invalid' && failure.code === problemCodes.confirmRequired

/** Back to the form with the question that its next press answers. */
export const askedFirst = ({ reject, key }: Pick<Pressed, 'reject' | 'key'>, words: readonly string[]) => {
  const asks = {
    kind: 'invalid',
    message: '',
    code: problemCodes.confirmRequired,
    errors: {},
    proof: null,
  } as const
  return withKey(reject({ ...asks, errors: { '': [...words] } }), key)
}

/** Back to the form after a failure of a call before the payment's own: nothing was begun. */
export const failedBefore = ({ reject, key }: Pick<Pressed, 'reject' | 'key'>, failure: Failure) =>
  withKey(reject(failure), key, failure.kind === 'unavailable' ? [NOT_TAKEN] : [])

const refused = (failure: Failure, pressed: Pressed) => {
  const { reject, key, chargesAtOnce } = pressed
  const another = rejectReusedKey(failure, pressed, OTHER_DATA)
  if (another) return another
  if (failure.kind !== 'unavailable') return withKey(reject(failure), key)
  return withKey(reject(failure), key, [chargesAtOnce ? MAY_BE_TAKEN : NOT_TAKEN])
}
