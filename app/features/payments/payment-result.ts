import type { Account } from 'contract/accounts'
import type { Payment } from 'contract/payments'
import { formatMoment } from 'format/dates'
import { declineFactInWords, declineReasonInWords, isOutcomeUnknown } from 'format/decline-reason'
import { MINUTE } from 'format/durations'
import { amountForInput, formatRubles, refundedInWords } from 'format/money'
import { methodInWords } from 'format/payment-method'
import { shownText } from 'format/shown-text'
import { paths } from '~/paths'
import type { QrDrawing } from '~/ui/qr-code/qr-code'

/** Who the result page is for. The success and the failed address show the same: only the API's status counts. */
export type ResultPage = 'guest' | 'personal' | 'autopayment'

/** The payment's status; `none`: no payment in the address; `unanswered`: the bank will never report the outcome. */
export type ResultState = 'none' | 'unanswered' | Payment['status']

/**
 * The state of an autopayment after its first payment. While that payment is pending: whether the autopayment exists.
 * After it succeeded: whether the autopayment works.
 */
export type AutopaymentOutcome = 'connected' | 'card not saved' | 'not working' | 'removed'

/** A payment canceled without the bank's answer may have been paid, so its state is `unanswered`. */
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

/** `more`: lines below the text. */
export interface ResultFact {
  term: string
  text: string
  more?: readonly string[] | undefined
  link?: ResultStep | undefined
}

/** The QR code of a payment through SBP. */
export interface SbpCode {
  /** Null for a text that is too long for a code. */
  drawing: QrDrawing | null
  /** Formatted; null where the API does not say. */
  validUntil: string | null
  isExpired: boolean
}

/** A formatted result page. */
export interface ResultView {
  state: ResultState
  /** The h1 and the title. */
  title: string
  /** Whether money was charged, and why not. */
  words: readonly string[]
  /** How to pay it through SBP, while that is possible; `app` opens the bank's app. */
  sbp: { drawing: QrDrawing | null; app: string | null } | null
  facts: readonly ResultFact[]
  /** The parts of a series that are still to be paid. */
  left?: { title: string; facts: readonly ResultFact[] } | undefined
  /** The next steps; the first one is highlighted. */
  steps: readonly ResultStep[]
  /** Whether the payment, or its receipt, may have news soon. */
  mayChange: boolean
}

interface Row {
  title: (payment: ShownPayment) => string
  words: (payment: ShownPayment) => readonly string[]
  steps: (payment: ShownPayment) => readonly ResultStep[]
}

interface ShownPayment {
  account: string
  /** In rubles, formatted. */
  sum: string
  /** The amount to pay again, in the format of forms, at most the debt. Null: no debt. */
  amount: string | null
  /** Why it was canceled. */
  reason: string
  isRecent: boolean
  /** Canceled because the customer began another payment instead. */
  isReplaced: boolean
  /** The link to the bank's page, already checked. */
  bankPage: string | null
  code: SbpCode | null
  /** Whether it was paid through SBP. */
  isSbp: boolean
}

const NOT_TAKEN = 'Деньги не списаны.'
const toAccounts = { text: 'Лицевые счета', to: paths.accounts }
const toHistory = (account?: string) => ({
  text: 'История платежей',
  to: paths.history(account ? { account } : {}),
})
/** Empty if nothing is owed. */
const payAgain = ({ account, amount }: ShownPayment): ResultStep[] =>
  amount === null ? [] : [{ text: 'Оплатить ещё раз', to: paths.personalPay({ account, amount }) }]
const toAutopayments = { text: 'Автоплатежи', to: paths.autopayments }
const toHome = { text: 'На главную', to: paths.home }
const payAnother = { text: 'Оплатить другой лицевой счёт', to: paths.pay() }

/** Whether a payment began less than five minutes ago: the page then offers no other payment. */
export const isRecent = (createdAt: string, now: Date) => now.getTime() - Date.parse(createdAt) < 5 * MINUTE

type Waiting = Pick<ShownPayment, 'isRecent' | 'bankPage' | 'code'>

export const waitingTitle = ({ isRecent: recent, code }: Waiting) => {
  if (code && !code.isExpired) return 'Оплатите через СБП'
  return recent && !code ? 'Проверяем платёж…' : 'Ждём ответа банка'
}

/** The QR code with the link to the bank's app, while it is valid. */
export const sbpOf = ({ code, bankPage }: Waiting): ResultView['sbp'] =>
  code && !code.isExpired ? { drawing: code.drawing, app: bankPage } : null

/** The link to the bank's page; none with a QR code: an expired code has no link, a valid one has its own. */
export const continueSteps = ({ bankPage, code }: Waiting): ResultStep[] =>
  bankPage && !code ? [{ text: 'Продолжить оплату', to: bankPage, reload: true }] : []

/** Whether the payer may begin another payment instead of a pending one. */
export const mayPayAgain = ({ isRecent: recent, bankPage, code }: Waiting): boolean =>
  code ? code.isExpired || !recent : bankPage !== null && !recent

const codeWords = (payment: string, { validUntil, isExpired }: SbpCode, bankPage: string | null) => {
  if (isExpired)
    return [
      `QR-код действовал до\u00a0${validUntil}, заплатить по нему уже нельзя.`,
      `Если вы успели заплатить, второй раз не платите: банк скоро сообщит, что ${payment} прошёл.`,
    ]
  const scan = 'отсканируйте QR-код камерой телефона или в приложении банка'
  return [
    bankPage
      ? `На телефоне откройте приложение банка по кнопке, на компьютере ${scan}.`
      : `Откройте приложение банка на телефоне и ${scan}.`,
    ...(validUntil ? [`QR-код действует до\u00a0${validUntil}.`] : []),
    `Когда банк сообщит, что ${payment} прошёл, мы покажем это здесь.`,
  ]
}

/** `payment`: 'платёж на 100 ₽'. */
export const waitingWords = (payment: string, { isRecent: recent, bankPage, code }: Waiting) =>
  code
    ? codeWords(payment, code, bankPage)
    : [
        ...(recent
          ? [
              `Узнаём у банка, прошёл ли ${payment}.`,
              'Обычно это занимает меньше минуты. Второй раз платить не нужно.',
            ]
          : [
              'Пока неизвестно, списаны ли деньги.',
              `Банк ещё не сообщил, прошёл ли ${payment}. Второй раз не платите: ответ обычно приходит за минуту.`,
              'Пока банк не подтвердит платёж, к оплате остаётся вся сумма.',
            ]),
        ...(bankPage ? ['Если вы не закончили оплату на странице банка, продолжите её.'] : []),
      ]
const pendingTitle = (payment: ShownPayment) => waitingTitle(payment)
const pendingWords = (payment: ShownPayment) => waitingWords(`платёж на ${payment.sum}`, payment)

/** `isOwed` is false only if the accounts certainly owe nothing. */
export const unansweredWords = (isOwed: boolean) => [
  'Неизвестно, списаны ли деньги: банк этого не сообщил, и ждать его ответа больше не стоит.',
  `Проверьте списания по карте. Если деньги списаны, позвоните или напишите нам${isOwed ? '; если нет, заплатите ещё раз' : ''}.`,
]
export const UNANSWERED_TITLE = 'Банк так и не ответил'

const canceledWords = ({ reason, amount }: ShownPayment) => [
  NOT_TAKEN,
  reason,
  ...(amount === null ? ['По этому лицевому счёту долга нет, платить ещё раз не нужно.'] : []),
]

const unansweredRow = (steps: Row['steps']): Row => ({
  title: () => UNANSWERED_TITLE,
  words: ({ amount }) => unansweredWords(amount !== null),
  steps,
})

const noPaymentRow = (steps: readonly ResultStep[]): Row => ({
  title: () => 'Здесь нет платежа',
  words: () => ['В адресе страницы не указан платёж, показать нечего.'],
  steps: () => steps,
})

/** What each page shows for each status. */
const table: Record<ResultPage, Record<ResultState, Row>> = {
  guest: {
    none: noPaymentRow([{ text: 'Оплатить лицевой счёт', to: paths.pay() }, toHome]),
    pending: { title: pendingTitle, words: pendingWords, steps: continueSteps },
    unanswered: unansweredRow(() => [toHome]),
    succeeded: {
      title: ({ sum }) => `Оплачено ${sum}`,
      words: () => ['Платёж прошёл, спасибо.'],
      steps: () => [toHome, payAnother],
    },
    canceled: {
      title: () => 'Платёж не прошёл',
      words: canceledWords,
      steps: ({ amount }) =>
        amount === null
          ? [toHome, payAnother]
          : [{ text: 'Оплатить ещё раз', to: paths.pay({ amount }) }, toHome],
    },
  },
  personal: {
    none: noPaymentRow([toHistory(), toAccounts]),
    pending: {
      title: pendingTitle,
      words: pendingWords,
      steps: (payment) => [
        ...continueSteps(payment),
        ...(mayPayAgain(payment)
          ? [{ text: 'Заплатить заново', to: paths.personalPay({ account: payment.account }) }]
          : []),
        toHistory(payment.account),
      ],
    },
    unanswered: unansweredRow((payment) => [toHistory(payment.account), ...payAgain(payment)]),
    succeeded: {
      title: ({ sum }) => `Оплачено ${sum}`,
      words: () => ['Платёж прошёл, спасибо.'],
      steps: ({ account }) => [toAccounts, toHistory(account)],
    },
    canceled: {
      title: () => 'Платёж не прошёл',
      words: canceledWords,
      steps: (payment) =>
        payment.isReplaced || payment.amount === null
          ? [toHistory(payment.account), toAccounts]
          : [...payAgain(payment), toAccounts],
    },
  },
  autopayment: {
    none: noPaymentRow([toAutopayments, toHistory()]),
    pending: {
      title: pendingTitle,
      words: (payment) => [
        ...pendingWords(payment),
        'Автоплатёж включится, как только первый платёж пройдёт.',
      ],
      steps: (payment) => [...continueSteps(payment), toAutopayments],
    },
    unanswered: unansweredRow(({ account }) => [toAutopayments, toHistory(account)]),
    succeeded: {
      title: () => 'Автоплатёж подключён',
      words: ({ sum, isSbp }) => [
        `Первый платёж прошёл: оплачено ${sum}. ${isSbp ? 'Счёт привязан' : 'Карта привязана'}.`,
      ],
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
    words: ({ isSbp }) =>
      isSbp
        ? [
            'Платёж прошёл, но счёт не привязан: списывать с него автоматически нельзя.',
            'Подключите автоплатёж ещё раз: в приложении банка разрешите привязать счёт или выберите оплату картой.',
          ]
        : [
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
    title: pendingTitle,
    words: pendingWords,
    steps: (payment) => [...continueSteps(payment), toAutopayments],
  },
}

/** The account's facts beside its payment; null if unknown. */
export interface PaidAccount {
  address: string | null
  /** Kopecks, above zero is owed. */
  balance: number | null
}

export const paidAccount = (
  payment: Pick<Payment, 'addressMasked' | 'balance'> & { account: string },
  accounts: readonly Account[] | null,
): PaidAccount => {
  const own = accounts?.find(({ account }) => account === payment.account)
  return {
    address: shownText(own?.address ?? payment.addressMasked),
    balance: own?.balance ?? payment.balance ?? null,
  }
}

interface ResultContext {
  /** The customer's accounts, loaded after the payment; null: unknown. */
  accounts: readonly Account[] | null
  timeZone: string
  now: Date
  /** The checked link to the bank: an https address or a path of this site. */
  bankPage: string | null
  /** The checked link to the receipt. */
  receipt: string | null
  /** The QR code of a pending payment through SBP. */
  code?: SbpCode | null
  /** The state of the autopayment of a first payment that was not canceled. */
  autopaymentOutcome?: AutopaymentOutcome
}

export const viewOfResult = (
  page: ResultPage,
  payment: Payment | null,
  {
    accounts,
    timeZone,
    now,
    bankPage,
    receipt,
    code = null,
    autopaymentOutcome = 'connected',
  }: ResultContext,
): ResultView => {
  const state = payment ? resultState(payment) : 'none'
  const about = payment ? paidAccount(payment, accounts) : { address: null, balance: null }
  const { balance } = about
  const isSbp = payment?.method?.kind === 'sbp'
  const amount = payment?.amount ?? 0
  const reasonInWords = balance !== null && balance <= 0 ? declineFactInWords : declineReasonInWords
  const shown: ShownPayment = {
    account: payment?.account ?? '',
    sum: formatRubles(amount),
    amount: amountAgain(amount, balance),
    reason: reasonInWords(payment?.cancelReason, isSbp),
    isRecent: payment !== null && isRecent(payment.createdAt, now),
    isReplaced: payment?.cancelReason === 'replaced',
    bankPage: state === 'pending' ? bankPage : null,
    code: state === 'pending' ? code : null,
    isSbp,
  }
  const row =
    autopaymentOutcome === 'connected' || state === 'unanswered'
      ? table[page][state]
      : withoutAutopayment[autopaymentOutcome]
  const refunded = payment?.status === 'succeeded' ? refundedInWords(payment) : null
  return {
    state,
    title: row.title(shown),
    words: refunded ? [...row.words(shown), refundWords(refunded)] : row.words(shown),
    sbp: sbpOf(shown),
    facts: payment ? factsOf(payment, about, receipt, timeZone) : [],
    steps: row.steps(shown),
    mayChange: state === 'pending' || (state === 'succeeded' && payment?.receiptStatus === 'pending'),
  }
}

const amountAgain = (amount: number, balance: number | null): string | null => {
  if (balance === null) return amountForInput(amount)
  return balance > 0 ? amountForInput(Math.min(amount, balance)) : null
}

const refundWords = (refunded: string) =>
  `${refunded}: деньги приходят туда, откуда вы платили. Когда именно, зависит от вашего банка.`

const factsOf = (
  payment: Payment,
  { address, balance }: PaidAccount,
  link: string | null,
  timeZone: string,
): ResultView['facts'] => {
  const { account, amount, createdAt, paidAt, method, status } = payment
  const receipt = status === 'succeeded' ? receiptOf(payment, link) : null
  return [
    { term: 'Лицевой счёт', text: account },
    ...(address ? [{ term: 'Адрес', text: address }] : []),
    ...payeeFact(payment),
    { term: 'Сумма', text: formatRubles(amount) },
    ...(method ? [{ term: 'Способ оплаты', text: methodInWords(method) }] : []),
    status === 'succeeded' && paidAt
      ? { term: 'Оплачено', text: formatMoment(paidAt, timeZone) }
      : { term: 'Создан', text: formatMoment(createdAt, timeZone) },
    ...(status === 'succeeded' && payment.refunded
      ? [{ term: 'Возвращено', text: formatRubles(payment.refunded) }]
      : []),
    ...(receipt ? [{ term: 'Чек', ...receipt }] : []),
    ...(status === 'succeeded' && balance !== null ? [balanceNow(balance)] : []),
  ]
}

export const payeeFact = ({ payee }: Pick<Payment, 'payee'>): ResultFact[] =>
  payee?.trim() ? [{ term: 'Получатель', text: payee.trim() }] : []

export const balanceNow = (balance: number): ResultFact =>
  balance < 0
    ? { term: 'Переплата', text: formatRubles(-balance) }
    : { term: 'Осталось к оплате', text: balance > 0 ? formatRubles(balance) : 'Долга нет' }

const receiptOf = ({ receiptStatus, source }: Payment, link: string | null) => {
  if (receiptStatus === 'failed') return { text: 'Не оформился. Напишите нам, и мы пришлём чек.' }
  if (link) return { text: 'Готов', link: { text: 'Открыть чек', to: link, reload: true } }
  if (receiptStatus === 'done') return { text: 'Отправлен на вашу почту' }
  if (receiptStatus !== 'pending') return null
  // Others may open the link of a guest's result: it does not show the e-mail address.
  const where = source === 'guest' ? 'почту, которую вы указали' : 'вашу почту'
  return { text: `Готовится. Придёт на ${where}` }
}
