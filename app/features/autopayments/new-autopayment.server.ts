import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Account } from 'contract/accounts'
import type { Autopayment } from 'contract/autopayments'
import type { CallAnswer } from 'contract/endpoints'
import { dayIn, formatDayWithYear } from 'format/dates'
import { formatRubles } from 'format/money'
import { shownText, shownTitle } from 'format/shown-text'
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
import { needsToResume } from './autopayment-view'

/** An account as an option of the form's select. */
export interface AccountOption {
  value: string
  title: string
  /** Its autopayment: a second one would be rejected. */
  existing: ExistingAutopayment | null
  /** Why it can't be paid here; null: it can. */
  unpayable: string | null
}

export interface ExistingAutopayment {
  status: 'active' | 'paused'
  to: string
}

/** '«Дом», 1000200030: к оплате 2 450,50 ₽', or a note that it has an autopayment. */
export const accountOptions = (
  accounts: readonly Account[],
  autopayments: readonly Autopayment[],
): AccountOption[] =>
  accounts.map(({ account, title, balance, unpayable }) => {
    const name = [shownTitle(title), account].filter(Boolean).join(', ')
    const existing = existingOf(autopayments.filter((one) => one.account === account))
    const note = unpayable ? 'на сайте не оплатить' : remark(existing, balance)
    const option = { value: account, title: [name, note].filter(Boolean).join(': ') }
    return { ...option, existing, unpayable: shownText(unpayable) }
  })

const remark = (existing: ExistingAutopayment | null, balance: number) => {
  if (existing) return existing.status === 'active' ? 'автоплатёж уже подключён' : 'автоплатёж приостановлен'
  return balance > 0 ? `к оплате ${formatRubles(balance)}` : null
}

/** The account's active or paused autopayment; one without a card may be replaced. */
const existingOf = (autopayments: readonly Autopayment[]): ExistingAutopayment | null => {
  const active = autopayments.find(({ status }) => status === 'active')
  if (active) return { status: 'active', to: paths.autopayment(active.id) }
  const isPaused = autopayments.some((one) => one.status === 'paused' && !needsToResume(one))
  return isPaused ? { status: 'paused', to: paths.autopayments } : null
}

/** True after a lost answer, too: one key makes one autopayment and one first payment. */
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

/** The words of the form about ways to pay. `sbp`: SBP is a choice beside cards. */
export const newAutopaymentWords = (sbp: boolean) => ({
  lead: `Квитанции будут оплачиваться с вашей карты${sbp ? ' или счёта через СБП' : ''} автоматически. За день до каждого списания пришлём письмо со ссылкой: по ней от списания можно отказаться.`,
  pending: sbp ? 'Начинаем оплату…' : 'Открываем страницу банка…',
  note: `${sbp ? 'Карту или счёт привяжет первый платёж в банке' : 'Карту привяжет первый платёж на странице банка'}: то, что сейчас к оплате по этому лицевому счёту, а если долга нет\u00a0— 1\u00a0₽. Начатую оплату по нему тогда не продолжайте, чтобы не заплатить дважды. Полного номера и кода карты мы не видим и не храним.`,
})

/** Redirects to adding the account: an autopayment needs an account on the customer's list. */
export const redirectToAddAccount = (
  account: string,
  context: Pick<AppLoadContext, 'flash' | 'prefetch'>,
) => {
  const words = `Лицевого счёта ${account} больше нет в вашем кабинете. Сначала снова добавьте его.`
  if (!context.prefetch) context.flash.next = newFlash('info', words, { stays: true })
  return redirect(paths.addAccount)
}
