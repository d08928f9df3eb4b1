import type { Account } from 'contract/accounts'
import type { Basket } from 'contract/basket'
import { declineReasonInWords } from 'format/decline-reason'
import { formatRubles } from 'format/money'
import { shownText } from 'format/shown-text'
import { paths } from '~/paths'
import { type BasketSeries, leftInWords, payInSeries } from './basket-series.server'
import {
  balanceNow,
  continueSteps,
  isRecent,
  mayPayAgain,
  paidAccount,
  payeeFact,
  type ResultFact,
  type ResultStep,
  type ResultView,
  resultState,
  type SbpCode,
  sbpOf,
  UNANSWERED_TITLE,
  unansweredWords,
  waitingTitle,
  waitingWords,
} from './payment-result'

const toAccounts: ResultStep = { text: 'Лицевые счета', to: paths.accounts }
const toHistory: ResultStep = { text: 'История платежей', to: paths.history() }

interface ResultContext {
  /** The customer's accounts, loaded after the payment; null: unknown. */
  accounts: readonly Account[] | null
  now: Date
  /** The checked link to the bank: an https address or a path of this site. */
  bankPage: string | null
  /** The QR code of a pending payment through SBP. */
  code: SbpCode | null
  /** In a series for several payees: the baskets before this one, and the parts to pay after it. */
  earlier: readonly Basket[]
  rest: BasketSeries['rest']
}

export const viewOfBasket = (basket: Basket, loaded: ResultContext): ResultView => {
  const { accounts, earlier } = loaded
  const left = leftAfter(basket, loaded)
  const count = earlier.length + 1 + loaded.rest.length
  return {
    state: resultState(basket),
    ...partsOfView(basket, loaded, left),
    facts:
      count > 1
        ? [
            ...[...earlier, basket].flatMap((one) =>
              one.parts.map((part) => partFact(part, one, { accounts, isOneOfSeveral: true })),
            ),
            { term: 'Оплачено', text: formatRubles(sumOf(paidOf(basket, loaded))) },
          ]
        : [
            ...payeeFact(basket),
            ...basket.parts.map((part) => partFact(part, basket, { accounts, isOneOfSeveral: false })),
            { term: 'Всего', text: formatRubles(basket.amount) },
          ],
    left:
      count > 1 && left.length > 0
        ? {
            title: leftInWords(left.length, count),
            facts: left.flat().map(({ account, amount }) => ({
              term: `Лицевой счёт ${account}`,
              text: formatRubles(amount),
              more: [paidAccount({ account }, accounts).address ?? ''].filter(Boolean),
            })),
          }
        : undefined,
    mayChange: resultState(basket) === 'pending',
  }
}

const paidOf = (basket: Basket, { earlier }: ResultContext) =>
  [...earlier, basket].filter(({ status }) => status === 'succeeded')

const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** The parts still to pay, by payee: also those of a canceled basket; accounts that now owe nothing are left out. */
const leftAfter = (basket: Basket, { rest, accounts }: ResultContext): BasketSeries['rest'] =>
  [...(resultState(basket) === 'canceled' ? [basket.parts] : []), ...rest]
    .map((parts) =>
      parts
        .map(({ account, amount }) => ({
          account,
          amount: Math.min(amount, paidAccount({ account }, accounts).balance ?? amount),
        }))
        .filter(({ amount }) => amount > 0),
    )
    .filter((parts) => parts.length > 0)

/** The fact about one account: its amount; after a success its balance; in a series its payee and status. */
const partFact = (
  { account, amount, payment }: Basket['parts'][number],
  { status, payee }: Pick<Basket, 'status' | 'payee'>,
  { accounts, isOneOfSeveral }: Pick<ResultContext, 'accounts'> & { isOneOfSeveral: boolean },
): ResultFact => {
  const { address, balance } = paidAccount({ account }, accounts)
  const owed = status === 'succeeded' && balance !== null ? balanceInWords(balance) : null
  return {
    term: `Лицевой счёт ${account}`,
    text: formatRubles(amount),
    more: [...(isOneOfSeveral ? [stateInWords[status], shownText(payee)] : []), address, owed].filter(
      (line) => line !== null,
    ),
    link: {
      text: status === 'succeeded' ? 'Платёж и чек' : 'Платёж',
      to: paths.personalPayResult(payment),
    },
  }
}

const stateInWords = { succeeded: 'Оплачено', pending: 'Ждём ответа банка', canceled: 'Не прошло' } as const

const balanceInWords = (balance: number) => {
  const { term, text } = balanceNow(balance)
  return balance === 0 ? text : `${term}: ${text}`
}

const partsOfView = (
  basket: Basket,
  loaded: ResultContext,
  left: BasketSeries['rest'],
): Pick<ResultView, 'title' | 'words' | 'sbp' | 'steps'> => {
  const { accounts, now, bankPage, code, earlier, rest } = loaded
  const sum = formatRubles(basket.amount)
  const again = paths.paySeveral(basket.parts.map(({ account }) => account))
  const isOwed = owes(basket, accounts)
  const isSeries = earlier.length + rest.length > 0
  const paid = formatRubles(sumOf(paidOf(basket, loaded)))
  const before = basket.status === 'canceled' ? earlier : [...earlier, basket]
  const continueSeries =
    isSeries && left.length > 0
      ? [
          {
            text: `Оплатить оставшееся: ${formatRubles(sumOf(left.flat()))}`,
            to: payInSeries(
              paths.paySeveral(),
              left,
              before.map(({ id }) => id),
            ),
          },
        ]
      : []
  const payAgain = isOwed ? [{ text: 'Оплатить ещё раз', to: again }] : []
  switch (resultState(basket)) {
    case 'unanswered':
      return {
        title: UNANSWERED_TITLE,
        words: unansweredWords(isOwed),
        sbp: null,
        steps: [toHistory, ...payAgain, ...continueSeries],
      }
    case 'pending': {
      const recent = Boolean(basket.createdAt && isRecent(basket.createdAt, now))
      // Without `createdAt` no second payment is offered.
      const isOld = Boolean(basket.createdAt) && !recent
      const waiting = { isRecent: recent, bankPage, code }
      return {
        title: waitingTitle(waiting),
        words: waitingWords(`платёж на ${sum} за все лицевые счета`, waiting),
        sbp: sbpOf(waiting),
        steps: [
          ...continueSteps(waiting),
          ...(mayPayAgain({ ...waiting, isRecent: !isOld }) ? [{ text: 'Заплатить заново', to: again }] : []),
          ...continueSeries,
          toHistory,
        ],
      }
    }
    case 'succeeded':
      return {
        title: `Оплачено ${paid}`,
        words: [
          paid === sum ? 'Платёж прошёл, спасибо.' : 'Платежи прошли, спасибо.',
          'Деньги зачислены на каждый лицевой счёт.',
        ],
        sbp: null,
        steps: [...continueSeries, toAccounts, toHistory],
      }
    case 'canceled':
      if (continueSeries.length > 0)
        return {
          title: earlier.length > 0 ? `Оплачено ${paid}, остальное не оплачено` : 'Платёж не прошёл',
          words: [
            `Платёж на ${sum} не прошёл, деньги по нему не списаны.`,
            declineReasonInWords(null),
            ...(rest.length > 0 ? ['Следующие платежи мы не начинали.'] : []),
          ],
          sbp: null,
          steps: [...continueSeries, toAccounts],
        }
      return isOwed
        ? {
            title: 'Платёж не прошёл',
            words: ['Деньги не списаны.', declineReasonInWords(null)],
            sbp: null,
            steps: [...payAgain, toAccounts],
          }
        : {
            title: 'Платёж не прошёл',
            words: ['Деньги не списаны.', 'По этим лицевым счетам долга нет, платить ещё раз не нужно.'],
            sbp: null,
            steps: [toAccounts, toHistory],
          }
  }
}

/** Whether an account of the payment may owe something: false only if all are known to owe nothing. */
const owes = ({ parts }: Basket, accounts: readonly Account[] | null): boolean =>
  parts.some(({ account }) => (accounts?.find((one) => one.account === account)?.balance ?? 1) > 0)
