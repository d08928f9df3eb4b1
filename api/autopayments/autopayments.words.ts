import type { Tables } from 'api/db/tables'
import type { DeclineReason } from 'contract/decline-reasons'
import { paymentLimits } from 'contract/limits'
import type { MethodKind } from 'contract/payments'
import { formatDay, formatPeriod } from 'format/dates'
import { declineFactInWords, declineReasonInWords } from 'format/decline-reason'
import { type FailReason, failReasonInWords, isFailReason } from 'format/fail-reason'
import { formatRubles, formatWholeRubles } from 'format/money'
import type { Autopayment } from './autopayments.repository'

export const noAccount = 'Лицевого счёта больше нет в вашем кабинете.'

/** A line of an autopayment's log as it is stored, with the period of its run. */
type RunLine = Pick<Tables['autopayment_run_lines'], 'reason'> & {
  period: string
  /** Whole kopecks. */
  amount: number | null
  limit: number | null
  declineReason: DeclineReason | null
  /** A day. */
  retryOn: string | null
  /** The method of its payment; `null` if there is no payment, or its method is unknown. */
  methodKind: MethodKind | null
}

/** Tells the customer why a run charged or did not. */
export const runInWords = (line: RunLine): string => {
  const { reason, period, amount, limit, declineReason, retryOn, methodKind } = line
  switch (reason) {
    case 'charged_by_invoice':
      return `Списали по квитанции за ${formatPeriod(period)}.`
    case 'charged_by_schedule':
      return `Списали по расписанию за ${formatPeriod(period)}.`
    case 'charged_late':
      return `Списание за ${formatPeriod(period)} прошло: банк сообщил о нём с опозданием.`
    case 'declined':
      return declinedInWords({
        declineReason: declineReason ?? 'general_decline',
        retryOn,
        isSbp: methodKind === 'sbp',
      })
    case 'over_limit':
      return `К списанию ${formatRubles(amount ?? 0)}, а ваш лимит ${formatRubles(limit ?? 0)}: не списали.`
    default:
      return skipped[reason]
  }
}

type Skipped = Exclude<
  Tables['autopayment_run_lines']['reason'],
  'charged_by_invoice' | 'charged_by_schedule' | 'charged_late' | 'declined' | 'over_limit'
>

const skipped: Readonly<Record<Skipped, string>> = {
  nothing_owed: 'Долга не было, списывать было нечего.',
  given_back: 'Остаток долга — это деньги, которые вам вернули: сами мы их не списываем.',
  too_little: `К списанию меньше ${formatWholeRubles(paymentLimits.least)}: такие суммы банк не принимает.`,
  other_payment: 'За этот долг уже вносят другой платёж, и он ещё не завершён: не списали.',
  not_warned:
    'Не удалось отправить вам письмо о списании, поэтому деньги не списали. Проверьте адрес почты в профиле и заплатите, пожалуйста, сами.',
  account_too_long:
    'Банк пока не принимает такие длинные номера лицевых счетов: не списали. Заплатите, пожалуйста, по квитанции.',
  other_payee:
    'Платежи с сайта получает другая организация, не получатель этого лицевого счёта: не списали. Заплатите, пожалуйста, по квитанции.',
  opted_out: 'Вы отказались от этого списания по ссылке из письма.',
  paused: 'Вы приостановили автоплатёж до списания.',
  removed: 'Автоплатёж удалён до списания.',
  day_moved: 'Вы перенесли день списания.',
  unlinked: 'Карта или банковский счёт отвязаны: не списали.',
  other_gateway: 'Платежи теперь проводит другой платёжный сервис, списать через прежний нельзя.',
  no_account: noAccount,
  suspended: 'Автоплатёж остановлен: банк больше не разрешает списания.',
  missed: 'День списания прошёл, пока сервис не работал.',
}

/** A declined charge. Leaves out the advice to try again if the autopayment retries on the day `retryOn`. */
export const declinedInWords = ({
  declineReason,
  retryOn,
  isSbp = false,
}: {
  declineReason: DeclineReason
  retryOn: string | null
  isSbp?: boolean | undefined
}): string =>
  retryOn === null
    ? declineReasonInWords(declineReason, isSbp)
    : `${declineFactInWords(declineReason, isSbp)} Попробуем ещё раз ${formatDay(retryOn)}.`

export type StopReason = NonNullable<Autopayment['failReason']>

const stopped: Readonly<Record<Exclude<StopReason, FailReason>, string>> = {
  account_removed: noAccount,
  other_gateway:
    'Платежи теперь проводит другой платёжный сервис, и списать через прежний нельзя. Подключите автоплатёж заново.',
}

/** Why an autopayment was stopped or has failed. `isSbp`: it charges an account through SBP. */
export const stopReasonInWords = (reason: StopReason, isSbp = false): string =>
  isFailReason(reason) ? failReasonInWords(reason, isSbp) : stopped[reason]
