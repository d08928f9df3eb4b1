import { type AccountInLetter, accountInLetter } from 'api/accounts'
import { composeLetter, type LetterBlock } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { SecretLink } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { daysLeftInWords, formatDay, formatPeriod } from 'format/dates'
import { formatRubles } from 'format/money'
import { count } from 'format/plural'

const BY_ACCOUNTS = ['лицевому счёту', 'лицевым счетам', 'лицевым счетам'] as const

export interface InvoiceInLetter extends AccountInLetter {
  period: string
  dueAt: string
  /** Kopecks. */
  left: number
  /** The coming charge of an autopayment; `null` if the customer pays. */
  charge: { day: string | null; card: string } | null
}

interface InvoicesInLetter {
  /** At least one. */
  invoices: readonly InvoiceInLetter[]
  /** The link by which such letters are turned off. */
  stop: SecretLink
  today: string
}

/** To a customer who has asked for it: new invoices, one of each account. */
export function newInvoicesLetter(
  site: LetterSite,
  { invoices, stop }: Omit<InvoicesInLetter, 'today'>,
): Letter {
  const { amount, due } = summaryOf(invoices)
  const [one, ...others] = invoices
  const isOne = one !== undefined && others.length === 0
  return composeLetter(site, {
    kind: 'invoice-new',
    facts: { amount, due_day: formatDay(due) },
    subject: isOne
      ? `Новая квитанция: ${amount} до\u00a0${formatDay(due)}`
      : `Новые квитанции: всего ${amount}`,
    heading: isOne ? `Новая квитанция за ${formatPeriod(one.period)}` : 'Новые квитанции',
    intro: isOne
      ? `К оплате ${amount} до\u00a0${formatDay(due)} включительно.`
      : `Пришли квитанции по ${count(invoices.length, BY_ACCOUNTS)}. Всего к оплате ${amount}, ближайший срок —\u00a0${formatDay(due)}.`,
    body: [...invoices.flatMap((invoice) => blocksOf(invoice, { isOne })), ...turningOff(stop)],
  })
}

/** To the same customer, three days before the due day: what is still not paid. */
export function unpaidInvoicesLetter(site: LetterSite, { invoices, stop, today }: InvoicesInLetter): Letter {
  const { amount, due } = summaryOf(invoices)
  const isOne = invoices.length === 1
  const until = `до\u00a0${formatDay(due)}: ${daysLeftInWords(due, today)}`
  return composeLetter(site, {
    kind: 'invoice-due',
    facts: { amount, due_day: formatDay(due) },
    subject: `${isOne ? 'Оплатите квитанцию' : 'Оплатите квитанции'} до\u00a0${formatDay(due)}: ${amount}`,
    heading: `${isOne ? 'Оплатите квитанцию' : 'Оплатите квитанции'} до\u00a0${formatDay(due)}`,
    intro: isOne
      ? `К оплате ещё ${amount} ${until}.`
      : `По ${count(invoices.length, BY_ACCOUNTS)} к оплате ещё ${amount}, ближайший срок —\u00a0${until}.`,
    body: [
      ...invoices.flatMap((invoice) => blocksOf(invoice, { isOne })),
      'Уже заплатили? Тогда ничего делать не нужно: деньги доходят до нас не сразу.',
      ...turningOff(stop),
    ],
  })
}

/** The sum, and the soonest of the due days. */
const summaryOf = (invoices: readonly InvoiceInLetter[]) => {
  const [due = ''] = invoices.map(({ dueAt }) => dueAt).toSorted()
  return { amount: formatRubles(invoices.reduce((sum, { left }) => sum + left, 0)), due }
}

const blocksOf = (
  { period, dueAt, left, charge, ...about }: InvoiceInLetter,
  { isOne }: { isOne: boolean },
): LetterBlock[] => {
  const which = `Лицевой счёт ${accountInLetter(about)}, квитанция за ${formatPeriod(period)}`
  return [
    isOne ? `${which}.` : `${which}: ${formatRubles(left)} до\u00a0${formatDay(dueAt)}.`,
    charge
      ? chargeInWords(charge)
      : { button: { label: 'Оплатить', path: portalPaths.payFor(about.account) } },
    { link: { label: 'Посмотреть квитанцию', path: portalPaths.invoice(about.account, period) } },
  ]
}

const chargeInWords = ({ day, card }: NonNullable<InvoiceInLetter['charge']>) =>
  day === null
    ? `Спишем автоплатежом с карты ${card}, за сутки до этого напишем. Платить самим не нужно.`
    : `Спишем автоплатежом ${formatDay(day)} с карты ${card}. Платить самим не нужно.`

const turningOff = ({ id, code }: SecretLink): LetterBlock[] => [
  'Письма о квитанциях вы включили сами. Больше не нужны? Отключите:',
  { link: { label: 'Отключить письма о квитанциях', path: portalPaths.stopInvoiceLetters(id, code) } },
]
