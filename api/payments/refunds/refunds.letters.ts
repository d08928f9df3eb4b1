import { type AccountInLetter, accountInLetter } from 'api/accounts'
import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { Kopecks } from 'contract/money'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { formatRubles } from 'format/money'

interface RefundInLetter extends AccountInLetter {
  /** The id and sum of the payment. */
  id: string
  amount: Kopecks
  /** A moment: when the payment was made. */
  paidAt: string
  /** The sum of this refund, and of all refunds of the payment. */
  refunded: Kopecks
  refundedInAll: Kopecks
  /** By how much the refund has raised the debt: less than `refunded` if the account was overpaid. */
  debtIncrease: Kopecks
  /** Whether it was paid without signing in. */
  forGuest: boolean
}

/** To the payer: the refunded sum, and by how much the debt has grown. */
export function refundLetter(
  site: LetterSite & { timeZone: string },
  { id, amount, paidAt, refunded, refundedInAll, debtIncrease, forGuest, ...about }: RefundInLetter,
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
      debtInWords({ debtIncrease, forGuest }),
      {
        button: {
          label: 'Открыть платёж',
          path: forGuest ? portalPaths.payment(id) : portalPaths.personalPayment(id),
        },
      },
    ],
  })
}

const debtInWords = ({
  debtIncrease,
  forGuest,
}: Pick<RefundInLetter, 'debtIncrease' | 'forGuest'>): string => {
  if (debtIncrease === 0) return 'Это была переплата: долга по этому лицевому счёту после возврата нет.'
  const increase = `Долг по этому лицевому счёту стал больше на ${formatRubles(debtIncrease)}.`
  return forGuest
    ? increase
    : `${increase} Если у вас подключён автоплатёж по квитанции, сам он эту сумму не спишет: оплатите её, когда решите.`
}
