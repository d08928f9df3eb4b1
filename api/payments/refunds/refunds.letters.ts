import { type AccountInLetter, accountInLetter } from 'api/accounts'
import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { Kopecks } from 'contract/money'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { formatRubles } from 'format/money'

interface RefundInLetter extends AccountInLetter {
  /** Of the payment. */
  id: string
  /** Of the payment. */
  amount: Kopecks
  /** A moment: when the payment was made. */
  paidAt: string
  /** What was given back this time, and with all the times before. */
  refunded: Kopecks
  refundedInAll: Kopecks
  /** By how much it has raised the debt: less than what was given back where the account was overpaid. */
  owedAgain: Kopecks
  /** Whether it was paid without signing in. */
  forGuest: boolean
}

/** To the payer: what was given back, and by how much the debt has grown. */
export function refundLetter(
  site: LetterSite & { timeZone: string },
  { id, amount, paidAt, refunded, refundedInAll, owedAgain, forGuest, ...about }: RefundInLetter,
): Letter {
  const sum = formatRubles(refunded)
  const at = formatMoment(paidAt, site.timeZone)
  const isWhole = refundedInAll === amount
  return composeLetter(site, {
    kind: 'refund',
    facts: {
      account: accountInLetter(about),
      refunded: sum,
      amount: formatRubles(amount),
      paid_at: at,
      refunded_in_all: formatRubles(refundedInAll),
    },
    subject: `Возвращено ${sum}`,
    heading: `Возвращено ${sum}`,
    intro: `Мы вернули ${sum} из платежа на ${formatRubles(amount)} от ${at} по лицевому счёту ${accountInLetter(about)}. ${
      isWhole ? 'Теперь он возвращён полностью.' : `Всего из него возвращено ${formatRubles(refundedInAll)}.`
    }`,
    body: [
      'Деньги придут туда, откуда вы платили. Когда именно, зависит от вашего банка.',
      debtInWords({ owedAgain, forGuest }),
      {
        button: {
          label: 'Открыть платёж',
          path: forGuest ? portalPaths.payment(id) : portalPaths.personalPayment(id),
        },
      },
    ],
  })
}

const debtInWords = ({ owedAgain, forGuest }: Pick<RefundInLetter, 'owedAgain' | 'forGuest'>): string => {
  if (owedAgain === 0) return 'Это была переплата: долга по этому лицевому счёту после возврата нет.'
  const grown = `Долг по этому лицевому счёту стал больше на ${formatRubles(owedAgain)}.`
  return forGuest
    ? grown
    : `${grown} Если у вас подключён автоплатёж по квитанции, сам он эту сумму не спишет: оплатите её, когда решите.`
}
