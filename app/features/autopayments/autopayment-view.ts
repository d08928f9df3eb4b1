import type { Account } from 'contract/accounts'
import type { Autopayment, ResumeNeeds } from 'contract/autopayments'
import type { SavedMethod } from 'contract/payments'
import { dayOf, formatDayWithYear } from 'format/dates'
import { failReasonInWords, isFailReason } from 'format/fail-reason'
import { formatRubles } from 'format/money'
import { formatCardExpiry, formatMethodTitle, methodInWords } from 'format/payment-method'
import { shownTitle } from 'format/shown-text'
import { paths } from '~/paths'
import type { BadgeTone } from '~/ui/badge/badge'

/** An autopayment as its card shows it, formatted. */
export interface AutopaymentView {
  id: string
  account: string
  /** The account's title. */
  title: string | null
  rule: string
  limit: string
  /** The card or bank account that it charges. */
  method: { term: string; description: string }
  hasMethod: boolean
  /** It charges an account through SBP. */
  isSbp: boolean
  /** When the next charge is, or why there is none. */
  next: string
  last: { text: string; to: string } | null
  status: { text: string; tone: BadgeTone }
  /** Why it does not charge and what to do about it, a sentence each. */
  trouble: readonly string[]
  /** The status that the pause or resume button sets. */
  toggledStatus: 'active' | 'paused' | null
  /** The next step if it can't be resumed. */
  nextStep: { text: string; to: string } | null
  /** Whether its limit, day and amount can be changed. */
  canChange: boolean
}

const statuses: Readonly<Record<Autopayment['status'], AutopaymentView['status']>> = {
  pending: { text: 'Ждёт первого платежа', tone: 'due' },
  active: { text: 'Работает', tone: 'paid' },
  paused: { text: 'Приостановлен', tone: 'default' },
  failed: { text: 'Остановлен', tone: 'overdue' },
}

const toggledStatuses: Readonly<Record<Autopayment['status'], AutopaymentView['toggledStatus']>> = {
  pending: null,
  active: 'paused',
  paused: 'active',
  failed: 'active',
}

const nextStepsOf = (
  { id, account }: Autopayment,
  hasCards: boolean,
): Readonly<Record<ResumeNeeds, NonNullable<AutopaymentView['nextStep']>>> => ({
  card: hasCards
    ? { text: 'Выбрать другую карту', to: paths.changeAutopayment(id) }
    : { text: 'Подключить заново', to: paths.newAutopayment(account) },
  account: { text: 'Добавить снова', to: paths.addAccount },
})

const paymentStatuses = {
  pending: 'ждём ответа банка',
  succeeded: 'оплачено',
  canceled: 'не прошёл',
} as const

/** `accounts` are the customer's, for the title of the autopayment's account; `hasCards`: a saved card can be chosen. */
export const viewOfAutopayment = (
  autopayment: Autopayment,
  accounts: readonly Account[],
  { timeZone, hasCards = false }: { timeZone: string; hasCards?: boolean },
): AutopaymentView => {
  const { id, account, limit, status, method } = autopayment
  const needs = needsToResume(autopayment)
  return {
    id,
    account,
    title: shownTitle(accounts.find((one) => one.account === account)?.title),
    rule: ruleInWords(autopayment),
    limit: formatRubles(limit),
    method: method
      ? { term: method.kind === 'sbp' ? 'Банковский счёт' : 'Карта', description: methodInWords(method) }
      : { term: 'Способ оплаты', description: withoutMethod(autopayment) },
    hasMethod: Boolean(method),
    isSbp: method?.kind === 'sbp',
    next: nextInWords(autopayment, timeZone),
    last: lastOf(autopayment, timeZone),
    status: statuses[status],
    trouble: troubleOf(autopayment, needs, hasCards),
    toggledStatus: needs ? null : toggledStatuses[status],
    nextStep: needs && nextStepsOf(autopayment, hasCards)[needs],
    canChange: status !== 'pending' && needs !== 'card',
  }
}

/** The words in place of the method. Only an autopayment that had a method can be paused. */
const withoutMethod = ({ status, failReason }: Autopayment) =>
  status === 'paused' || failReason === 'permission_revoked' ? 'Отвязан' : 'Ещё не привязан'

/** 'По каждой квитанции' or 'Каждый месяц 10-го числа, 1 500,00 ₽'. */
export const ruleInWords = ({ rule, day, amount }: Pick<Autopayment, 'rule' | 'day' | 'amount'>): string => {
  if (rule === 'invoice') return 'По каждой квитанции'
  const when = day ? `Каждый месяц ${day}-го числа` : 'Каждый месяц'
  return amount ? `${when}, ${formatRubles(amount)}` : when
}

const nextInWords = ({ status, rule, nextRunAt }: Autopayment, timeZone: string): string => {
  if (status === 'pending') return 'После первого платежа'
  if (status !== 'active') return 'Списаний нет'
  if (nextRunAt) return whenInWords(nextRunAt, timeZone)
  return rule === 'invoice' ? 'Когда придёт новая квитанция' : 'Дата ещё не назначена'
}

/** A day or a moment as a day: a charge has no promised hour. */
const whenInWords = (at: string, timeZone: string) => formatDayWithYear(dayOf(at, timeZone))

const lastOf = ({ status, lastPayment }: Autopayment, timeZone: string): AutopaymentView['last'] => {
  if (!lastPayment) return null
  const { id, amount, at, status: outcome } = lastPayment
  return {
    text: `${formatRubles(amount)}, ${whenInWords(at, timeZone)}, ${paymentStatuses[outcome]}`,
    to: status === 'pending' ? paths.autopayResult(id) : paths.personalPayResult(id),
  }
}

const troubleOf = (
  { status, failReason, method }: Autopayment,
  needs: ResumeNeeds | null,
  hasCards: boolean,
): AutopaymentView['trouble'] => {
  const why =
    shownFailReason(failReason, method?.kind === 'sbp') ??
    (status === 'failed' ? 'Списать деньги не получилось.' : null)
  return [why, nextStepOf(status, needs, hasCards)].filter((sentence) => sentence !== null)
}

const nextStepOf = (
  status: Autopayment['status'],
  needs: ResumeNeeds | null,
  hasCards: boolean,
): string | null => {
  if (status === 'pending')
    return 'Автоплатёж заработает, когда первый платёж пройдёт. Если вы не закончили его в банке, удалите этот автоплатёж и подключите новый.'
  if (needs === 'card')
    return hasCards
      ? 'С его карты списывать нельзя. Выберите другую из сохранённых и возобновите автоплатёж.'
      : 'Возобновить его нельзя: нет карты, с которой можно списывать. Подключите автоплатёж заново.'
  if (needs === 'account') return 'Чтобы возобновить автоплатёж, снова добавьте этот лицевой счёт.'
  return status === 'failed'
    ? `Списаний не будет, пока вы его не возобновите. Чтобы платить другой картой, ${hasCards ? 'измените автоплатёж' : 'удалите этот автоплатёж и подключите новый'}.`
    : null
}

/** A saved card, or an account bound through SBP, as the list shows it. */
export interface CardView {
  id: string
  kind: 'card' | 'sbp'
  title: string
  expiry: string | null
}

export const viewOfCard = ({ id, kind, title, expiresAt }: SavedMethod): CardView => ({
  id,
  kind: kind === 'sbp' ? kind : 'card',
  title: formatMethodTitle(title) || (kind === 'sbp' ? 'СБП' : 'Карта'),
  expiry: formatCardExpiry(expiresAt),
})

/** Failure reasons for which another attempt on the same card is useless. */
const needCard: readonly string[] = [
  'card_expired',
  'invalid_card_number',
  'method_not_saved',
  'permission_revoked',
]

/**
 * What a stopped autopayment needs before it can be resumed; derived from its other fields when the API does not say.
 */
export const needsToResume = ({
  status,
  method,
  failReason,
  resumeNeeds,
}: Autopayment): ResumeNeeds | null => {
  if (status !== 'paused' && status !== 'failed') return null
  if (resumeNeeds) return resumeNeeds
  const isUseless = status === 'failed' && needCard.includes(failReason?.trim() ?? '')
  return method && !isUseless ? null : 'card'
}

const UNNAMED = 'Причина не названа.'

/** A known code in words; a sentence from the API unchanged. Null without a reason. */
export const shownFailReason = (reason: string | null | undefined, isSbp = false): string | null => {
  const text = reason?.trim()
  if (!text) return null
  if (isFailReason(text)) return failReasonInWords(text, isSbp)
  return isCode(text) ? UNNAMED : text
}

/** A code is never shown to customers. */
const isCode = (reason: string) => /^[\w.:-]+$/.test(reason)
