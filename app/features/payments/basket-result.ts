import type { Basket } from 'contract/basket'
import { declineReasonInWords } from 'format/decline-reason'
import { formatRubles } from 'format/money'
import { paths } from '~/paths'
import { type ResultStep, type ResultView, resultState, unansweredSaid } from './payment-result'

const toAccounts: ResultStep = { text: 'Лицевые счета', to: paths.accounts }
const toHistory: ResultStep = { text: 'История платежей', to: paths.history() }

/** `bankPage` is the checked link to the bank: an https address or a path of this site. */
export const viewOfBasket = (basket: Basket, bankPage: string | null): ResultView => ({
  state: resultState(basket),
  ...saidOf(basket, bankPage),
  facts: [
    ...basket.parts.map(({ account, amount, payment }) => ({
      term: `Лицевой счёт ${account}`,
      text: formatRubles(amount),
      link: {
        text: basket.status === 'succeeded' ? 'Платёж и чек' : 'Платёж',
        to: paths.personalPayResult(payment),
      },
    })),
    { term: 'Всего', text: formatRubles(basket.amount) },
  ],
})

const saidOf = (basket: Basket, bankPage: string | null): Pick<ResultView, 'title' | 'words' | 'steps'> => {
  const sum = formatRubles(basket.amount)
  const again = paths.paySeveral(basket.parts.map(({ account }) => account))
  const payAgain = { text: 'Оплатить ещё раз', to: again }
  switch (resultState(basket)) {
    case 'unanswered':
      return { ...unansweredSaid, steps: [toHistory, payAgain] }
    case 'pending':
      return {
        title: 'Ждём ответа банка',
        words: [
          'Пока неизвестно, списаны ли деньги.',
          `Банк ещё не сообщил, прошёл ли платёж на ${sum} за все лицевые счета. Второй раз не платите: ответ обычно приходит за минуту.`,
          'Пока банк не подтвердит платёж, к оплате остаётся вся сумма.',
          ...(bankPage ? ['Если вы не закончили оплату на странице банка, продолжите её.'] : []),
        ],
        steps: bankPage
          ? [
              { text: 'Продолжить оплату', to: bankPage, reload: true },
              { text: 'Заплатить заново', to: again },
              toHistory,
            ]
          : [toHistory],
      }
    case 'succeeded':
      return {
        title: `Оплачено ${sum}`,
        words: ['Платёж прошёл, спасибо.', 'Деньги зачислены на каждый лицевой счёт.'],
        steps: [toHistory, toAccounts],
      }
    case 'canceled':
      return {
        title: 'Платёж не прошёл',
        words: ['Деньги не списаны.', declineReasonInWords(null)],
        steps: [payAgain, toAccounts],
      }
  }
}
