import type { Payment } from 'contract/payments'
import { formatMoment } from 'format/dates'
import { declineReasonInWords, isOutcomeUnknown } from 'format/decline-reason'
import { methodInWords } from 'format/method-title'
import { formatRubles, inForms } from 'format/money'
import { refundedInWords } from 'format/refunded'
import { paths } from '~/paths'
import type { AutopaymentOutcome } from './autopayment-outcome'

/** Who the result page is for. The success and the failed address show the same: only the API's status counts. */
export type ResultPage = 'guest' | 'personal' | 'autopayment'

/** The payment's status; `none`: the address names no payment; `unanswered`: the bank will never tell what became of it. */
export type ResultState = 'none' | 'unanswered' | Payment['status']

/** A canceled one without the bank's answer may have been paid: nobody knows that nothing was charged. */
export const resultState = ({
  unanswered,
  ...payment
}: Pick<Payment, 'status' | 'unanswered'> & Partial<Pick<Payment, 'cancelReason'>>): Exclude<
  ResultState,
  'none'
> => {
  if (payment.status === 'succeeded') return 'succeeded'
  return unanswered || isOutcomeUnknown(payment) ? 'unanswered' : payment.status
}

export interface ResultStep {
  text: string
  to: string
  /** Navigate by a full page load: the link leaves the pages that the router draws. */
  reload?: boolean | undefined
}

/** A formatted result page. */
export interface ResultView {
  state: ResultState
  /** The h1 and the title. */
  title: string
  /** Whether money was charged, and why not. */
  words: readonly string[]
  facts: readonly { term: string; text: string; link?: ResultStep | undefined }[]
  /** The next steps; the first one is highlighted. */
  steps: readonly ResultStep[]
}

interface Row {
  title: (payment: Shown) => string
  words: (payment: Shown) => readonly string[]
  steps: (payment: Shown) => readonly ResultStep[]
}

interface Shown {
  account: string
  /** In rubles, formatted. */
  sum: string
  /** In the format of forms. */
  amount: string
  reason: string
  /** Canceled, as the customer began another payment instead. */
  isReplaced: boolean
  /** The link to the bank's page, already checked. */
  bankPage: string | null
}

const NOT_TAKEN = 'Деньги не списаны.'
const toAccounts = { text: 'Лицевые счета', to: paths.accounts }
const toHistory = (account?: string) => ({
  text: 'История платежей',
  to: paths.history(account ? { account } : {}),
})
const payAgain = (what: { account: string; amount: string }) => ({
  text: 'Оплатить ещё раз',
  to: paths.personalPay(what),
})
const toAutopayments = { text: 'Автоплатежи', to: paths.autopayments }
const toHome = { text: 'На главную', to: paths.home }

const pendingWords = ({ sum, bankPage }: Shown) => [
  'Пока неизвестно, списаны ли деньги.',
  `Банк ещё не сообщил, прошёл ли платёж на ${sum}. Второй раз не платите: ответ обычно приходит за минуту.`,
  'Пока банк не подтвердит платёж, к оплате остаётся вся сумма.',
  ...(bankPage ? ['Если вы не закончили оплату на странице банка, продолжите её.'] : []),
]
const pendingSteps = ({ bankPage }: Shown) =>
  bankPage ? [{ text: 'Продолжить оплату', to: bankPage, reload: true }] : []

export const unansweredSaid = {
  title: 'Банк так и не ответил',
  words: [
    'Неизвестно, списаны ли деньги: банк этого не сообщил, и ждать его ответа больше не стоит.',
    'Проверьте списания по карте. Если деньги списаны, позвоните или напишите нам; если нет, заплатите ещё раз.',
  ],
} as const

const unanswered = (steps: Row['steps']): Row => ({
  title: () => unansweredSaid.title,
  words: () => unansweredSaid.words,
  steps,
})

const nothing = (leadsTo: readonly ResultStep[]): Row => ({
  title: () => 'Здесь нет платежа',
  words: () => ['В адресе страницы не указан платёж, показать нечего.'],
  steps: () => leadsTo,
})

/** What each page shows for each status. */
const table: Record<ResultPage, Record<ResultState, Row>> = {
  guest: {
    none: nothing([{ text: 'Оплатить лицевой счёт', to: paths.pay() }, toHome]),
    pending: { title: () => 'Ждём ответа банка', words: pendingWords, steps: pendingSteps },
    unanswered: unanswered(() => [toHome]),
    succeeded: {
      title: ({ sum }) => `Оплачено ${sum}`,
      words: () => ['Платёж прошёл, спасибо.'],
      steps: () => [toHome, { text: 'Оплатить другой лицевой счёт', to: paths.pay() }],
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
    unanswered: unanswered(({ account, amount }) => [toHistory(account), payAgain({ account, amount })]),
    succeeded: {
      title: ({ sum }) => `Оплачено ${sum}`,
      words: () => ['Платёж прошёл, спасибо.'],
      steps: ({ account }) => [toHistory(account), toAccounts],
    },
    canceled: {
      title: () => 'Платёж не прошёл',
      words: ({ reason }) => [NOT_TAKEN, reason],
      steps: ({ account, amount, isReplaced }) => [
        isReplaced ? toHistory(account) : payAgain({ account, amount }),
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
    unanswered: unanswered(({ account }) => [toAutopayments, toHistory(account)]),
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

/**
 * A first payment without a working autopayment: if the payment succeeded, the page says both; while it waits, the page
 * promises no autopayment.
 */
const withoutAutopayment: Record<Exclude<AutopaymentOutcome, 'connected'>, Row> = {
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
      'Автоплатёж по этому лицевому счёту сейчас не работает: его остановили или удалили.',
    ],
    steps: ({ account }) => [toAutopayments, toHistory(account)],
  },
  removed: {
    title: () => 'Ждём ответа банка',
    words: pendingWords,
    steps: (payment) => [...pendingSteps(payment), toAutopayments],
  },
}

/**
 * `bankPage` and `receipt` are the checked links to the bank and to the receipt: an https address or a path of this site.
 * `begun` is the state of the autopayment of a first payment that was not canceled.
 */
export const viewOfResult = (
  page: ResultPage,
  payment: Payment | null,
  {
    timeZone,
    bankPage,
    receipt,
    begun = 'connected',
  }: { timeZone: string; bankPage: string | null; receipt: string | null; begun?: AutopaymentOutcome },
): ResultView => {
  const state = payment ? resultState(payment) : 'none'
  const shown: Shown = {
    account: payment?.account ?? '',
    sum: formatRubles(payment?.amount ?? 0),
    amount: inForms(payment?.amount ?? 0),
    reason: declineReasonInWords(payment?.cancelReason),
    isReplaced: payment?.cancelReason === 'replaced',
    bankPage: state === 'pending' ? bankPage : null,
  }
  const row = begun === 'connected' || state === 'unanswered' ? table[page][state] : withoutAutopayment[begun]
  const refunded = payment?.status === 'succeeded' ? refundedInWords(payment) : null
  return {
    state,
    title: row.title(shown),
    words: refunded ? [...row.words(shown), refundWords(refunded)] : row.words(shown),
    facts: payment ? factsOf(payment, receipt, timeZone) : [],
    steps: row.steps(shown),
  }
}

const refundWords = (refunded: string) =>
  `${refunded}: деньги приходят туда, откуда вы платили. Когда именно, зависит от вашего банка.`

const factsOf = (payment: Payment, link: string | null, timeZone: string): ResultView['facts'] => {
  const { account, amount, createdAt, paidAt, method, status } = payment
  const receipt = status === 'succeeded' ? receiptOf(payment, link) : null
  return [
    { term: 'Лицевой счёт', text: account },
    { term: 'Сумма', text: formatRubles(amount) },
    ...(method ? [{ term: 'Способ оплаты', text: methodInWords(method) }] : []),
    status === 'succeeded' && paidAt
      ? { term: 'Оплачено', text: formatMoment(paidAt, timeZone) }
      : { term: 'Создан', text: formatMoment(createdAt, timeZone) },
    ...(status === 'succeeded' && payment.refunded
      ? [{ term: 'Возвращено', text: formatRubles(payment.refunded) }]
      : []),
    ...(receipt ? [{ term: 'Чек', ...receipt }] : []),
  ]
}

const receiptOf = ({ receiptStatus }: Payment, link: string | null) => {
  if (receiptStatus === 'failed') return { text: 'Не оформился. Напишите нам, и мы пришлём чек.' }
  if (link) return { text: 'Готов', link: { text: 'Открыть чек', to: link, reload: true } }
  if (receiptStatus === 'done') return { text: 'Отправлен на вашу почту' }
  return receiptStatus === 'pending' ? { text: 'Готовится. Придёт на вашу почту' } : null
}
