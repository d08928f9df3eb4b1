import type { AppLoadContext, data } from '@remix-run/node'
import { redirectDocument } from '@remix-run/node'
import type { Payment } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import type { CallResult, Failure } from '~/api-client/failure'
import { bankPage } from '~/server/bank-page.server'
import { mintKey, withKey } from '~/server/payment-key.server'
import { seeOther } from '~/server/redirects.server'
import type { FormReply } from '~/ui/post-form/form-reply'

interface Pressed {
  refuse(failure: Failure): ReturnType<typeof data<FormReply>>
  /** The key that this press went with. */
  key: string
  /** A saved card is charged without the bank's page, so a lost answer may hide a payment. */
  chargesAtOnce: boolean
  resultPage: (payment: string) => string
}

const NOT_TAKEN = 'Деньги не списаны.'
const MAY_BE_TAKEN =
  'Пока неизвестно, прошёл ли платёж. Нажмите «Оплатить» ещё раз: дважды эта оплата не пройдёт.'
const NO_BANK_PAGE: Failure = {
  kind: 'unavailable',
  status: 502,
  reason: 'it names no confirmation page that may be gone to',
  retryAfter: null,
}

/** Where the press of a payment form leads: to the bank, to the payment's result, or back to the form. */
export const answerToPress = (
  result: CallResult<{ data: Payment }>,
  pressed: Pressed,
  { config, log }: AppLoadContext,
) => {
  const { refuse, key, chargesAtOnce, resultPage } = pressed
  if (!result.ok) return refused(result.failure, pressed)
  const payment = result.answer.data
  // Only a saved card is charged without the bank's page.
  const isBegun = payment.status !== 'pending' || (chargesAtOnce && !payment.confirmationUrl)
  if (isBegun) return seeOther(resultPage(payment.id))
  const bank = bankPage(payment.confirmationUrl, config)
  // A page of its own document: the bank's is none of this site's.
  if (bank) return redirectDocument(bank, 303)
  log.error({ reason: NO_BANK_PAGE.reason }, 'product API failed')
  return withKey(refuse(NO_BANK_PAGE), key, chargesAtOnce ? [] : [NOT_TAKEN])
}

/** The form with a key that was not minted here: nothing is asked of the API. */
export const keyIsNotOurs = (refuse: Pressed['refuse'], key: string) =>
  withKey(refuse(said('Форма устарела. Проверьте данные и нажмите «Оплатить» ещё раз.')), key, [NOT_TAKEN])

const refused = (failure: Failure, { refuse, key, chargesAtOnce }: Pressed) => {
  if (failure.kind === 'invalid' && failure.code === problemCodes.idempotencyMismatch) {
    const words =
      'С этой страницы уже начат платёж с другими данными. Проверьте сумму и нажмите «Оплатить» ещё раз: это будет новый платёж.'
    return withKey(refuse(said(words)), mintKey())
  }
  if (failure.kind !== 'unavailable') return withKey(refuse(failure), key)
  return withKey(refuse(failure), key, [chargesAtOnce ? MAY_BE_TAKEN : NOT_TAKEN])
}

const said = (message: string): Failure => ({ kind: 'invalid', message, code: null, errors: {}, proof: null })
