import type { Payment } from 'contract/payments'
import { formatMoment } from 'format/dates'
import { declineReasonInWords } from 'format/decline-reason'
import { formatRubles, inForms } from 'format/money'
import { refundedInWords } from 'format/refunded'
import { paths } from '~/paths'
import type { BegunAutopayment } from './begun-autopayment'

/** Whose result page it is. The success and the failed address of each show the same: the API alone is believed. */
export type ResultPage = 'guest' | 'personal' | 'autopayment'

/** What is known of the payment; `none`: the address names none. */
export type ResultState = 'none' | Payment['status']

export interface ResultStep {
  text: string
  to: string
  /** Leave this page by a full load: it is no page of this site's own. */
  reload?: boolean | undefined
}

/** A result page ready to be drawn. */
export interface ResultView {
  state: ResultState
  /** The h1 and the title. */
  title: string
  /** Whether money was taken, and why not. */
  words: readonly string[]
  facts: readonly { term: string; text: string; link?: ResultStep | undefined }[]
  /** What to do next; the first stands out. */
  steps: readonly ResultStep[]
}

interface Row {
  title: (payment: Told) => string
  words: (payment: Told) => readonly string[]
  steps: (payment: Told) => readonly ResultStep[]
}

interface Told {
  account: string
  /** In rubles, formatted. */
  sum: string
  /** As forms take it. */
  amount: string
  reason: string
  /** Where the bank goes on with it, checked already. */
  bankPage: string | null
}

const NOT_TAKEN = 'Деньги не списаны.'
const toAccounts = { text: 'Лицевые счета', to: paths.accounts }
const toHistory = (account?: string) => ({
  text: 'История платежей',
  to: paths.history(account ? { account } : {}),
})
const toAutopayments = { text: 'Автоплатежи', to: paths.autopayments }
const toHome = { text: 'На главную', to: paths.home }

const pendingWords = ({ sum, bankPage }: Told) => [
  'Пока неизвестно, списаны ли деньги.',
  `Банк ещё не сообщил, прошёл ли платёж на ${sum}. Второй раз не платите: ответ обычно приходит за минуту.`,
  'Пока банк не подтвердит платёж, к оплате остаётся вся сумма.',
  ...(bankPage ? ['Если вы не закончили оплату на странице банка, продолжите её.'] : []),
]
const pendingSteps = ({ bankPage }: Told) =>
  bankPage ? [{ text: 'Продолжить оплату', to: bankPage, reload: true }] : []

const nothing = (leadsTo: readonly ResultStep[]): Row => ({
  title: () => 'Здесь нет платежа',
  words: () => ['В адресе страницы не указан платёж, показать нечего.'],
  steps: () => leadsTo,
})

/** The one table: what each page shows in each state of its payment. */
const table: Record<ResultPage, Record<ResultState, Row>> = {
  guest: {
    none: nothing([{ text: 'Оплатить счёт', to: paths.pay() }, toHome]),
    pending: { title: () => 'Ждём ответа банка', words: pendingWords, steps: pendingSteps },
    succeeded: {
      title: ({ sum }) => `Оплачено ${sum}`,
      words: () => ['Платёж прошёл, спасибо.'],
      steps: () => [toHome, { text: 'Оплатить другой счёт', to: paths.pay() }],
    },
    canceled: {
      title: () => 'Платёж не прошёл',
      words: ({ reason }) => [NOT_TAKEN, reason],
      steps: ({ amount }) => [{ text: 'Оплатить ещё раз', to: paths.pay({ amount }) }, toHome],
    },
  },
  personal: {
    none: nothing([toHistory(), toAccounts]),
    pending: {
      title: () => 'Ждём ответа банка',
      words: pendingWords,
      steps: (payment) => [
        ...pendingSteps(payment),
        ...(payment.bankPage
          ? [{ text: 'Заплатить заново', to: paths.personalPay({ account: payment.account }) }]
          : []),
        toHistory(payment.account),
      ],
    },
    succeeded: {
      title: ({ sum }) => `Оплачено ${sum}`,
      words: () => ['Платёж прошёл, спасибо.'],
      steps: ({ account }) => [toHistory(account), toAccounts],
    },
    canceled: {
      title: () => 'Платёж не прошёл',
      words: ({ reason }) => [NOT_TAKEN, reason],
      steps: ({ account, amount }) => [
        { text: 'Оплатить ещё раз', to: paths.personalPay({ account, amount }) },
        toAccounts,
      ],
    },
  },
  autopayment: {
    none: nothing([toAutopayments, toHistory()]),
    pending: {
      title: () => 'Ждём ответа банка',
      words: (payment) => [
        ...pendingWords(payment),
        'Автоплатёж включится, как только первый платёж пройдёт.',
      ],
      steps: (payment) => [...pendingSteps(payment), toAutopayments],
    },
    succeeded: {
      title: () => 'Автоплатёж подключён',
      words: ({ sum }) => [`Первый платёж прошёл: оплачено ${sum}. Карта привязана.`],
      steps: ({ account }) => [toAutopayments, toHistory(account)],
    },
    canceled: {
      title: () => 'Автоплатёж не подключён',
      words: ({ reason }) => [NOT_TAKEN, reason],
      steps: ({ account }) => [
        { text: 'Подключить ещё раз', to: paths.newAutopayment(account) },
        toAutopayments,
      ],
    },
  },
}

/** A first payment that succeeded, and nothing charges itself: the money and the autopayment are told of apart. */
const withoutAutopayment: Record<Exclude<BegunAutopayment, 'connected'>, Row> = {
  'card not saved': {
    title: ({ sum }) => `Оплачено ${sum}, автоплатёж не подключён`,
    words: () => [
      'Платёж прошёл, но карта не сохранилась: списывать с неё автоматически нельзя.',
      'Подключите автоплатёж ещё раз и на странице банка выберите оплату картой.',
    ],
    steps: ({ account }) => [
      { text: 'Подключить ещё раз', to: paths.newAutopayment(account) },
      toAutopayments,
      toHistory(account),
    ],
  },
  'not working': {
    title: ({ sum }) => `Оплачено ${sum}`,
    words: () => [
      'Платёж прошёл, спасибо.',
      'Автоплатёж по этому счёту сейчас не работает: его остановили или удалили.',
    ],
    steps: ({ account }) => [toAutopayments, toHistory(account)],
  },
}

/**
 * `bankPage` is where the bank goes on with the payment: an https address or a path of this site that may be followed.
 * `begun` is what has come of the autopayment, for a first payment that succeeded.
 */
export const viewOfResult = (
  page: ResultPage,
  payment: Payment | null,
  {
    timeZone,
    bankPage,
    begun = 'connected',
  }: { timeZone: string; bankPage: string | null; begun?: BegunAutopayment },
): ResultView => {
  const state = payment?.status ?? 'none'
  const told: Told = {
    account: payment?.account ?? '',
    sum: formatRubles(payment?.amount ?? 0),
    amount: inForms(payment?.amount ?? 0),
    reason: declineReasonInWords(payment?.cancelReason),
    bankPage: state === 'pending' ? bankPage : null,
  }
  const row = begun === 'connected' ? table[page][state] : withoutAutopayment[begun]
  const refunded = payment?.status === 'succeeded' ? refundedInWords(payment) : null
  return {
    state,
    title: row.title(told),
    words: refunded ? [...row.words(told), refundWords(refunded)] : row.words(told),
    facts: payment ? factsOf(payment, timeZone) : [],
    steps: row.steps(told),
  }
}

const refundWords = (refunded: string) =>
  `${refunded}: деньги приходят туда, откуда вы платили. Когда именно, зависит от вашего банка.`

const factsOf = (payment: Payment, timeZone: string): ResultView['facts'] => {
  const { account, amount, createdAt, paidAt, method, status } = payment
  const receipt = status === 'succeeded' ? receiptOf(payment) : null
  return [
    { term: 'Лицевой счёт', text: account },
    { term: 'Сумма', text: formatRubles(amount) },
    ...(method ? [{ term: 'Способ оплаты', text: method.title }] : []),
    status === 'succeeded' && paidAt
      ? { term: 'Оплачено', text: formatMoment(paidAt, timeZone) }
      : { term: 'Создан', text: formatMoment(createdAt, timeZone) },
    ...(status === 'succeeded' && payment.refunded
      ? [{ term: 'Возвращено', text: formatRubles(payment.refunded) }]
      : []),
    ...(receipt ? [{ term: 'Чек', ...receipt }] : []),
  ]
}

const receiptOf = ({ receiptStatus, receiptUrl }: Payment) => {
  if (receiptStatus === 'failed') return { text: 'Не оформился. Напишите нам, и мы пришлём чек.' }
  if (receiptUrl) return { text: 'Готов', link: { text: 'Открыть чек', to: receiptUrl } }
  if (receiptStatus === 'done') return { text: 'Отправлен на вашу почту' }
  return receiptStatus === 'pending' ? { text: 'Готовится. Придёт на вашу почту' } : null
}
