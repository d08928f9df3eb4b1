import { cancelReasonInWords } from 'format/cancel-reason'
import { formatDay, formatPeriod, today } from 'format/dates'
import { formatRubles } from 'format/money'

/** Why a run charged or did not, in the customer's words. */
export const runReasons = {
  charged: (rule: 'invoice' | 'monthly', period: string) =>
    rule === 'invoice'
      ? `Оплатили остаток по счёту за ${formatPeriod(period)}.`
      : `Списали по расписанию за ${formatPeriod(period)}.`,
  chargedLate: (period: string) =>
    `Списание за ${formatPeriod(period)} прошло: банк сообщил о нём с опозданием.`,
  'nothing owed': 'Долга не было, списывать было нечего.',
  'given back': 'Остаток долга — это деньги, которые вам вернули: сами мы их не списываем.',
  'too little': 'Остаток меньше 1\u00a0₽: такую сумму картой не оплатить.',
  'other payment': 'За этот долг уже вносят другой платёж, и он ещё не завершён: не списали.',
  'not warned':
    'Не удалось отправить вам письмо о списании, поэтому деньги не списали. Проверьте адрес почты в профиле и заплатите, пожалуйста, сами.',
  accountTooLong:
    'Банк пока не принимает такие длинные номера лицевых счетов: не списали. Заплатите, пожалуйста, по квитанции.',
  overLimit: (asked: number, limit: number) =>
    `К оплате ${formatRubles(asked)}, а ваш лимит ${formatRubles(limit)}: не списали.`,
  refused: 'Вы отказались от этого списания по ссылке из письма.',
  paused: 'Вы приостановили автоплатёж до списания.',
  removed: 'Автоплатёж удалён до списания.',
  dayMoved: 'Вы перенесли день списания.',
  unlinked: 'Карта отвязана, списать с неё нельзя.',
  noAccount: 'Лицевого счёта больше нет в вашем кабинете.',
  suspended: 'Автоплатёж остановлен: банк больше не принимает эту карту.',
  missed: 'День списания прошёл, пока сервис не работал.',
  declined: cancelReasonInWords,
  declinedOnce: (reason: string, again: Date, timeZone: string) =>
    `${shortWords(reason)} Попробуем ещё раз ${formatDay(today(timeZone, again))}.`,
}

/** Without the advice to try again: that is what the autopayment does by itself. */
const shortWords = (reason: string): string => retried[reason] ?? 'Банк не провёл платёж.'

const retried: Readonly<Record<string, string>> = {
  insufficient_funds: 'На карте не хватило денег.',
  issuer_unavailable: 'Банк, выпустивший карту, не ответил.',
  internal_timeout: 'Платёжный сервис не успел ответить.',
  payment_method_limit_exceeded: 'Исчерпан лимит платежей по карте.',
}

const stopped: Readonly<Record<string, string>> = {
  method_not_saved: 'Карта не сохранилась: списывать с неё автоматически нельзя.',
  account_removed: runReasons.noAccount,
}

/** A stored reason in words: one of ours, or the gateway's. */
export const stopReasonInWords = (reason: string): string => stopped[reason] ?? cancelReasonInWords(reason)
