import type { AppLoadContext } from '@remix-run/node'
import type { CallAnswer } from 'contract/endpoints'
import type { CallResult, Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import { withKey } from '~/server/forms/idempotency-key.server'
import { seeOther } from '~/server/http/redirects.server'
import {
  type IdempotentSubmit,
  redirectToBank,
  rejectReusedKey,
  rejectWithMessage,
} from '~/server/payments/idempotent-submit.server'
import { newFlash } from '~/server/session/flash.server'

/** True whatever became of the lost answer: the same key is the same autopayment and the same first payment. */
const PRESS_AGAIN =
  'Нажмите «Подключить автоплатёж» ещё раз: второго автоплатежа и второго списания от этого не будет.'
const OTHER_DATA =
  'С этой страницы уже подключается автоплатёж с другими данными. Проверьте их и нажмите «Подключить автоплатёж» ещё раз: это будет новый автоплатёж.'

/** Where the press of the form of a new autopayment leads: to the bank, to the first payment's result, or back to it. */
export const answerToNewAutopayment = (
  result: CallResult<CallAnswer<'newAutopayment'>>,
  pressed: IdempotentSubmit,
  context: AppLoadContext,
) => {
  if (!result.ok) return refused(result.failure, pressed)
  const { confirmationUrl, firstPayment, status } = result.answer.data
  if (confirmationUrl || (status === 'pending' && !firstPayment))
    return redirectToBank(confirmationUrl, pressed, [PRESS_AGAIN], context)
  if (firstPayment) return seeOther(paths.autopayResult(firstPayment))
  context.flash.next = newFlash('success', 'Автоплатёж подключён')
  return seeOther(paths.autopayments)
}

/** The form with a key that was not minted here: nothing is asked of the API. */
export const keyOfAutopaymentIsNotOurs = (pressed: IdempotentSubmit) =>
  rejectWithMessage(pressed, 'Форма устарела. Проверьте данные и нажмите «Подключить автоплатёж» ещё раз.')

const refused = (failure: Failure, pressed: IdempotentSubmit) => {
  const { reject, key } = pressed
  const another = rejectReusedKey(failure, pressed, OTHER_DATA)
  if (another) return another
  return withKey(reject(failure), key, failure.kind === 'unavailable' ? [PRESS_AGAIN] : [])
}
