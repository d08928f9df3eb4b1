import type { AppLoadContext } from '@remix-run/node'
import type { CallAnswer } from 'contract/endpoints'
import { dayIn, formatDayWithYear } from 'format/dates'
import type { CallResult, Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import { keyAfter, withKey } from '~/server/forms/idempotency-key.server'
import { seeOther } from '~/server/http/redirects.server'
import { paysByQr } from '~/server/payments/bank-page.server'
import {
  type IdempotentSubmit,
  redirectToBank,
  rejectWithMessage,
} from '~/server/payments/idempotent-submit.server'
import { newFlash } from '~/server/session/flash.server'

/** Also true after a lost answer: the same key is the same autopayment and the same first payment. */
const PRESS_AGAIN =
  'Нажмите «Подключить автоплатёж» ещё раз: второго автоплатежа и второго списания от этого не будет.'

/**
 * Responds to the form of a new autopayment: redirects to the bank, to the first payment's result or to the list, or
 * returns the form.
 */
export const respondToNewAutopayment = (
  result: CallResult<CallAnswer<'newAutopayment'>>,
  submit: IdempotentSubmit,
  context: AppLoadContext,
) => {
  if (!result.ok) return rejectFailure(result.failure, submit)
  const { confirmationUrl, firstPayment, status } = result.answer.data
  if (firstPayment && paysByQr(result.answer.data, context.config))
    return seeOther(paths.autopayResult(firstPayment))
  if (confirmationUrl || (status === 'pending' && !firstPayment))
    return redirectToBank(confirmationUrl, submit, [PRESS_AGAIN], context)
  if (firstPayment) return seeOther(paths.autopayResult(firstPayment))
  context.flash.next = newFlash('success', 'Автоплатёж подключён')
  return seeOther(paths.autopayments)
}

/** Returns the form when its key is missing or invalid; the API is not called. */
export const rejectUnknownAutopaymentKey = (submit: IdempotentSubmit) =>
  rejectWithMessage(submit, 'Форма устарела. Проверьте данные и нажмите «Подключить автоплатёж» ещё раз.')

const rejectFailure = (failure: Failure, { reject, key }: IdempotentSubmit) =>
  withKey(reject(failure), keyAfter(failure, key), failure.kind === 'unavailable' ? [PRESS_AGAIN] : [])

/**
 * The version of the agreement that the customer consents to, and its date in words. Null when the site has no such
 * page or it can't be loaded: autopayments still work, with an unknown version.
 */
export const agreementVersion = async ({
  visitor,
  config,
}: AppLoadContext): Promise<{ version: string; inWords: string | null } | null> => {
  const page = await visitor.call('page', { query: { path: paths.autopayAgreement } })
  const version = page.ok && 'updatedAt' in page.answer ? page.answer.updatedAt : null
  if (!version) return null
  // The API may use any version format; only a day or a moment can be put into words.
  const day = dayIn(version, config.timeZone)
  return { version, inWords: day && formatDayWithYear(day) }
}
