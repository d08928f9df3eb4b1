import type { Account } from 'contract/accounts'
import { dayOf, formatDay } from 'format/dates'
import { formatRubles } from 'format/money'
import { count } from 'format/plural'
import { paths } from '~/paths'
import { chargedInAll, isOwn, pendingStep, waitsForPayer } from './pending-payments'
import type { Shown } from './personal-payment-view'

/**
 * The account's newest pending payment and its next step; null if it has none. One that waits for its payer does not count
 * when nothing is owed any more.
 */
export const unfinishedPayment = (
  { account, balance, pendingPayments }: Account,
  { timeZone, bankPage }: Pick<Shown, 'timeZone' | 'bankPage'>,
) => {
  const open = (pendingPayments ?? []).filter(
    (payment) =>
      payment.status === 'pending' &&
      isOwn(payment) &&
      !payment.unanswered &&
      (balance > 0 || !waitsForPayer(payment)),
  )
  const [newest] = open
  if (!newest) return null
  const { step, to } = pendingStep(newest, bankPage)
  const day = formatDay(dayOf(newest.createdAt, timeZone))
  const inAll = chargedInAll(newest)
  const sum =
    inAll === null ? formatRubles(newest.amount) : `за несколько лицевых счетов ${formatRubles(inAll)}`
  const text =
    step === 'continue'
      ? `Платёж ${sum} от\u00a0${day} не\u00a0закончен`
      : `Платёж ${sum} от\u00a0${day}: банк ещё не\u00a0ответил`
  if (open.length > 1) {
    const others = count(open.length - 1, ['платёж', 'платежа', 'платежей'])
    const link = { text: 'Перейти к платежам', to: paths.personalPay({ account }), reload: false }
    return { text: `${text}, и\u00a0ещё ${others}.`, link }
  }
  const words = step === 'continue' ? 'Продолжить оплату' : 'Проверить платёж'
  return { text: `${text}.`, link: { text: words, to, reload: step === 'continue' } }
}
