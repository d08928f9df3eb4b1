import type { AppLoadContext, data } from '@remix-run/node'
import { redirectDocument } from '@remix-run/node'
import type { CallAnswer } from 'contract/endpoints'
import { problemCodes } from 'contract/problem'
import type { CallResult, Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import { bankPage } from '~/server/bank-page.server'
import { newFlash } from '~/server/flash.server'
import { mintKey, withKey } from '~/server/payment-key.server'
import { seeOther } from '~/server/redirects.server'
import type { FormReply } from '~/ui/post-form/form-reply'

interface Pressed {
  refuse(failure: Failure): ReturnType<typeof data<FormReply>>
  /** The key that this press went with. */
  key: string
}

/** True whatever became of the lost answer: the same key is the same autopayment and the same first payment. */
const PRESS_AGAIN =
  'Нажмите «Подключить автоплатёж» ещё раз: второго автоплатежа и второго списания от этого не будет.'
const NO_BANK_PAGE: Failure = {
  kind: 'unavailable',
  status: 502,
  reason: 'it names no confirmation page that may be gone to',
  retryAfter: null,
}

/** Where the press of the form of a new autopayment leads: to the bank, to the first payment's result, or back to it. */
export const answerToNewAutopayment = (
  result: CallResult<CallAnswer<'newAutopayment'>>,
  { refuse, key }: Pressed,
  { config, log, flash }: AppLoadContext,
) => {
  if (!result.ok) return refused(result.failure, { refuse, key })
  const { confirmationUrl, firstPayment, status } = result.answer.data
  if (confirmationUrl || (status === 'pending' && !firstPayment)) {
    const bank = bankPage(confirmationUrl, config)
    // A page of its own document: the bank's is none of this site's.
    if (bank) return redirectDocument(bank, 303)
    log.error({ reason: NO_BANK_PAGE.reason }, 'product API failed')
    return withKey(refuse(NO_BANK_PAGE), key, [PRESS_AGAIN])
  }
  if (firstPayment) return seeOther(paths.autopayResult(firstPayment))
  flash.next = newFlash('success', 'Автоплатёж подключён')
  return seeOther(paths.autopayments)
}

/** The form with a key that was not minted here: nothing is asked of the API. */
export const keyOfAutopaymentIsNotOurs = ({ refuse, key }: Pressed) =>
  withKey(refuse(said('Форма устарела. Проверьте данные и нажмите «Подключить автоплатёж» ещё раз.')), key)

const refused = (failure: Failure, { refuse, key }: Pressed) => {
  if (failure.kind === 'invalid' && failure.code === problemCodes.idempotencyMismatch) {
    const words =
      'С этой страницы уже подключается автоплатёж с другими данными. Проверьте их и нажмите «Подключить автоплатёж» ещё раз: это будет новый автоплатёж.'
    return withKey(refuse(said(words)), mintKey())
  }
  return withKey(refuse(failure), key, failure.kind === 'unavailable' ? [PRESS_AGAIN] : [])
}

const said = (message: string): Failure => ({ kind: 'invalid', message, code: null, errors: {}, proof: null })
