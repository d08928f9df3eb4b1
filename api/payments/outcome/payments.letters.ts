import { type AccountInLetter, accountInLetter } from 'api/accounts'
import { composeLetter, type LetterBlock } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import { callUs } from 'api/mail/letter'
import type { Kopecks } from 'contract/money'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import { quoted } from 'format/shown-text'

interface PaymentInLetter extends AccountInLetter {
  id: string
  amount: Kopecks
  /** A moment. */
  paidAt: string
  /** Whether it was paid without signing in. */
  forGuest: boolean
  /** Whether it was shown as canceled before. */
  late: boolean
}

/** To the payer, after a success: the sum, and a link to the fiscal receipt, which may come a little later. */
export function paymentReceiptLetter(
  site: LetterSite & { timeZone: string },
  { id, amount, paidAt, forGuest, late, ...about }: PaymentInLetter,
): Letter {
  const sum = formatRubles(amount)
  const at = formatMoment(paidAt, site.timeZone)
  return composeLetter(site, {
    kind: 'payment-receipt',
    facts: { account: accountInLetter(about), amount: sum, paid_at: at },
    subject: `Оплачено ${sum}`,
    heading: `Оплачено ${sum}`,
    intro: `Платёж по лицевому счёту ${accountInLetter(about)} прошёл ${at}. Спасибо!`,
    body: [
      ...(late
        ? [
            'Раньше мы показывали этот платёж отменённым: банк сообщил о нём с опозданием. Деньги зачислены. Если вы уже заплатили ещё раз, лишняя сумма останется на лицевом счёте и пойдёт в следующие начисления.',
          ]
        : []),
      'Кассовый чек — на странице платежа. Если его там ещё нет, он появится чуть позже.',
      {
        button: {
          label: 'Открыть платёж и чек',
          path: forGuest ? portalPaths.payment(id) : portalPaths.personalPayment(id),
        },
      },
      ...(forGuest ? wrongAddress(site) : notMyPayment),
    ],
  })
}

/** A guest types the address of the letter, and may have typed somebody else's. */
const wrongAddress = (site: LetterSite): LetterBlock[] => [
  `Если вы ничего не оплачивали на сайте ${quoted(site.company().name)}, просто удалите это письмо: кто-то ошибся адресом.`,
]

/** A customer's letter goes to their own address: a payment that they do not know of was made in their name. */
const notMyPayment: readonly LetterBlock[] = [
  `Если этот платёж сделали не вы и это не ваш автоплатёж, сразу задайте новый пароль и ${callUs}`,
  { link: { label: 'Задать новый пароль', path: portalPaths.forgotPassword } },
]
