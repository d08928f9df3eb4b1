import type { Account } from 'contract/accounts'
import type { Basket } from 'contract/basket'
import { declineReasonInWords } from 'format/decline-reason'
import { formatRubles } from 'format/money'
import { paths } from '~/paths'
import {
  balanceNow,
  continueSteps,
  isRecent,
  mayPayAnew,
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

interface Loaded {
  /** The customer's, loaded after the payment; null: they are not known. */
  accounts: readonly Account[] | null
  now: Date
  /** The checked link to the bank: an https address or a path of this site. */
  bankPage: string | null
  /** The QR code of a pending payment through SBP. */
  code: SbpCode | null
}

export const viewOfBasket = (basket: Basket, loaded: Loaded): ResultView => ({
  state: resultState(basket),
  ...partsOfView(basket, loaded),
  facts: [
    ...payeeFact(basket),
    ...basket.parts.map((part) => partFact(part, basket.status, loaded.accounts)),
    { term: 'Всего', text: formatRubles(basket.amount) },
  ],
  mayChange: resultState(basket) === 'pending',
})

/** What one account got; after a success with what it still owes. */
const partFact = (
  { account, amount, payment }: Basket['parts'][number],
  status: Basket['status'],
  accounts: Loaded['accounts'],
): ResultFact => {
  const { address, balance } = paidAccount({ account }, accounts)
  const owed = status === 'succeeded' && balance !== null ? balanceInWords(balance) : null
  return {
    term: `Лицевой счёт ${account}`,
    text: formatRubles(amount),
    more: [address, owed].filter((line) => line !== null),
    link: {
      text: status === 'succeeded' ? 'Платёж и чек' : 'Платёж',
      to: paths.personalPayResult(payment),
    },
  }
}

const balanceInWords = (balance: number) => {
  const { term, text } = balanceNow(balance)
  return balance === 0 ? text : `${term}: ${text}`
}

const partsOfView = (
  basket: Basket,
  { accounts, now, bankPage, code }: Loaded,
): Pick<ResultView, 'title' | 'words' | 'sbp' | 'steps'> => {
  const sum = formatRubles(basket.amount)
  const again = paths.paySeveral(basket.parts.map(({ account }) => account))
  const isOwed = owes(basket, accounts)
  const payAgain = isOwed ? [{ text: 'Оплатить ещё раз', to: again }] : []
  switch (resultState(basket)) {
    case 'unanswered':
      return {
        title: UNANSWERED_TITLE,
        words: unansweredWords(isOwed),
        sbp: null,
        steps: [toHistory, ...payAgain],
      }
    case 'pending': {
      const recent = Boolean(basket.createdAt && isRecent(basket.createdAt, now))
      // An API may not say when it was begun: no second payment is offered then.
      const isOld = Boolean(basket.createdAt) && !recent
      const waiting = { isRecent: recent, bankPage, code }
      return {
        title: waitingTitle(waiting),
        words: waitingWords(`платёж на ${sum} за все лицевые счета`, waiting),
        sbp: sbpOf(waiting),
        steps: [
          ...continueSteps(waiting),
          ...(mayPayAnew({ ...waiting, isRecent: !isOld }) ? [{ text: 'Заплатить заново', to: again }] : []),
          toHistory,
        ],
      }
    }
    case 'succeeded':
      return {
        title: `Оплачено ${sum}`,
        words: ['Платёж прошёл, спасибо.', 'Деньги зачислены на каждый лицевой счёт.'],
        sbp: null,
        steps: [toAccounts, toHistory],
      }
    case 'canceled':
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

/** Whether an account of the payment owes something, or may: false only where all are known to owe nothing. */
const owes = ({ parts }: Basket, accounts: readonly Account[] | null): boolean =>
  parts.some(({ account }) => (accounts?.find((one) => one.account === account)?.balance ?? 1) > 0)
