import { type AccountInLetter, accountInLetter } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { SecretLink } from 'api/mail/mailed-link'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { UnpayableReason } from 'api/payments'
import type { DeclineReason } from 'contract/decline-reasons'
import type { Kopecks } from 'contract/money'
import { portalPaths } from 'contract/portal-paths'
import { formatDay, today } from 'format/dates'
import { declineReasonInWords } from 'format/decline-reason'
import { formatRubles } from 'format/money'
import { type Autopayment, findLetterTo } from './autopayments.repository'
import { declinedInWords, type StopReason, stopReasonInWords } from './autopayments.words'

export type AutopaymentSite = LetterSite & { timeZone: string }

interface AutopaymentInLetter extends AccountInLetter {
  /** 'Мир •• 2987'. */
  card: string
  /** It charges the customer's account through SBP. */
  isSbp?: boolean
}

/** 'с карты Мир •• 2987'. */
const chargedFrom = ({ card, isSbp }: Pick<AutopaymentInLetter, 'card' | 'isSbp'>) =>
  isSbp ? 'со счёта через СБП' : `с карты ${card}`

const dayOf = (moment: Date, { timeZone }: AutopaymentSite) => formatDay(today(timeZone, moment))

const optOutButton = ({ id, code }: SecretLink) => ({
  button: { label: 'Отказаться от этого списания', path: portalPaths.optOutOfCharge(id, code) },
})
const allAutopayments = { link: { label: 'Мои автоплатежи', path: portalPaths.autopayments } }

/** The warning, a day before a charge: how much, from which card, when, and how to opt out. */
export function autopaymentWarningLetter(
  site: AutopaymentSite,
  about: AutopaymentInLetter,
  { amount, chargeAt, optOut }: { amount: Kopecks; chargeAt: Date; optOut: SecretLink },
): Letter {
  const heading = `${dayOf(chargeAt, site)} спишем ${formatRubles(amount)}`
  return composeLetter(site, {
    kind: 'autopayment-warning',
    facts: {
      account: accountInLetter(about),
      amount: formatRubles(amount),
      card: about.card,
      day: dayOf(chargeAt, site),
    },
    subject: heading,
    heading,
    intro: `Это автоплатёж по лицевому счёту ${accountInLetter(about)}: ${formatRubles(amount)} ${chargedFrom(about)}. Если до этого вы заплатите сами, спишем только остаток.`,
    body: [
      'Между отправкой этого письма и списанием пройдёт не меньше суток: если письмо задержится, спишем позже.',
      'Ничего делать не нужно. Если в этот раз платить не хотите, откажитесь до списания:',
      optOutButton(optOut),
      'Отказ отменит только одно списание. Изменить или отключить сам автоплатёж можно в личном кабинете.',
      allAutopayments,
    ],
  })
}

/** After a declined charge that is tried again on the day `retryOn`: it is the warning of that attempt as well. */
export function autopaymentRetryLetter(
  site: AutopaymentSite,
  about: AutopaymentInLetter,
  {
    amount,
    declineReason,
    retryOn,
    optOut,
  }: { amount: Kopecks; declineReason: DeclineReason; retryOn: string; optOut: SecretLink },
): Letter {
  const sum = formatRubles(amount)
  const reason = declinedInWords({ declineReason, retryOn, isSbp: about.isSbp })
  return composeLetter(site, {
    kind: 'autopayment-retry',
    facts: { account: accountInLetter(about), amount: sum, card: about.card, reason },
    subject: `Не удалось списать ${sum}, попробуем ещё раз`,
    heading: `Не удалось списать ${sum}`,
    intro: `Автоплатёж по лицевому счёту ${accountInLetter(about)} ${chargedFrom(about)} не прошёл. ${reason}`,
    body: [
      `Сумма и ${about.isSbp ? 'счёт' : 'карта'} будут те же. Если до этого вы заплатите сами, спишем только остаток.`,
      { button: { label: 'Оплатить сейчас', path: portalPaths.payFor(about.account) } },
      'Если платить в этот раз не хотите, откажитесь до списания:',
      optOutButton(optOut),
      allAutopayments,
    ],
  })
}

/** After a declined charge that is the last of its period. */
export function autopaymentFailedLetter(
  site: AutopaymentSite,
  about: AutopaymentInLetter,
  { amount, declineReason }: { amount: Kopecks; declineReason: DeclineReason },
): Letter {
  const sum = formatRubles(amount)
  const reason = declineReasonInWords(declineReason, about.isSbp)
  const facts = { account: accountInLetter(about), amount: sum, card: about.card, reason }
  if (declineReason === 'no_answer') {
    const heading = `Неизвестно, списаны ли ${sum}`
    return composeLetter(site, {
      kind: 'autopayment-failed',
      facts,
      subject: heading,
      heading,
      intro: `Банк так и не сообщил, прошёл ли автоплатёж по лицевому счёту ${accountInLetter(about)} ${chargedFrom(about)}.`,
      body: [
        `Проверьте списания ${about.isSbp ? 'со счёта' : 'по карте'}. Если деньги списаны, позвоните или напишите нам; если нет, оплатите, пожалуйста, сами.`,
        { button: { label: 'Оплатить', path: portalPaths.payFor(about.account) } },
        'За этот период больше списывать не будем. Следующий автоплатёж пройдёт как обычно.',
        allAutopayments,
      ],
    })
  }
  return composeLetter(site, {
    kind: 'autopayment-failed',
    facts,
    subject: `Не удалось списать ${sum}`,
    heading: `Не удалось списать ${sum}`,
    intro: `Автоплатёж по лицевому счёту ${accountInLetter(about)} ${chargedFrom(about)} не прошёл. ${reason}`,
    body: [
      'За этот период больше списывать не будем: оплатите, пожалуйста, сами. Следующий автоплатёж пройдёт как обычно.',
      { button: { label: 'Оплатить', path: portalPaths.payFor(about.account) } },
      allAutopayments,
    ],
  })
}

/** The sum is above the customer's limit, so nothing is charged. */
export function autopaymentOverLimitLetter(
  site: AutopaymentSite,
  about: AccountInLetter,
  { amount, limit }: { amount: Kopecks; limit: Kopecks },
): Letter {
  return composeLetter(site, {
    kind: 'autopayment-over-limit',
    facts: {
      account: accountInLetter(about),
      amount: formatRubles(amount),
      limit: formatRubles(limit),
    },
    subject: `Автоплатёж не пройдёт: к списанию ${formatRubles(amount)}, это больше лимита`,
    heading: 'Автоплатёж не пройдёт: сумма больше лимита',
    intro: `По лицевому счёту ${accountInLetter(about)} к списанию ${formatRubles(amount)}, а ваш лимит на один автоплатёж — ${formatRubles(limit)}. Поэтому мы ничего не спишем.`,
    body: [
      'Оплатите, пожалуйста, сами.',
      { button: { label: 'Оплатить', path: portalPaths.payFor(about.account) } },
      'Если такие суммы для вас обычны, увеличьте лимит в личном кабинете.',
      allAutopayments,
    ],
  })
}

const unpayableInLetter = {
  account_too_long: {
    kind: 'autopayment-account-too-long',
    subject: 'банк не принимает номер лицевого счёта',
    because: 'банк пока не принимает такие длинные номера лицевых счетов',
  },
  other_payee: {
    kind: 'autopayment-other-payee',
    subject: 'платежи получает другая организация',
    because: 'платежи с сайта получает другая организация, не получатель этого лицевого счёта',
  },
} as const satisfies Record<UnpayableReason, { kind: string; subject: string; because: string }>

/** Nothing can be paid for the account on the site, so there is no button to pay. */
export function autopaymentUnpayableLetter(
  site: AutopaymentSite,
  about: AccountInLetter,
  { why, amount }: { why: UnpayableReason; amount: Kopecks },
): Letter {
  const { kind, subject, because } = unpayableInLetter[why]
  return composeLetter(site, {
    kind,
    facts: { account: accountInLetter(about), amount: formatRubles(amount) },
    subject: `Автоплатёж не пройдёт: ${subject}`,
    heading: 'Автоплатёж не пройдёт',
    intro: `По лицевому счёту ${accountInLetter(about)} к списанию ${formatRubles(amount)}, но ${because}. Поэтому мы ничего не спишем.`,
    body: ['Заплатите, пожалуйста, по квитанции.', allAutopayments],
  })
}

/** The card can't be charged any more: there are no charges until the customer acts. */
export function autopaymentSuspendedLetter(
  site: AutopaymentSite,
  about: AutopaymentInLetter,
  { stopReason }: { stopReason: StopReason },
): Letter {
  const reason = stopReasonInWords(stopReason, about.isSbp)
  return composeLetter(site, {
    kind: 'autopayment-suspended',
    facts: { account: accountInLetter(about), card: about.card, reason },
    subject: 'Автоплатёж остановлен',
    heading: 'Автоплатёж остановлен',
    intro: `Списать деньги ${chargedFrom(about)} по лицевому счёту ${accountInLetter(about)} больше нельзя. ${reason}`,
    body: [
      'Пока вы не подключите автоплатёж снова, платить нужно самостоятельно.',
      { button: { label: 'Открыть мои автоплатежи', path: portalPaths.autopayments } },
      { link: { label: 'Оплатить сейчас', path: portalPaths.payFor(about.account) } },
    ],
  })
}

/** The first payment has gone through by a method that can't be charged again, so the autopayment is not active. */
export function autopaymentNotConnectedLetter(
  site: AutopaymentSite,
  about: AccountInLetter & Pick<AutopaymentInLetter, 'isSbp'>,
  { amount }: { amount: Kopecks },
): Letter {
  const [notSaved, advice] = about.isSbp
    ? [
        'счёт не сохранился: списывать с него автоматически мы не сможем',
        'в приложении банка разрешите привязать счёт или выберите оплату картой',
      ]
    : [
        'карта не сохранилась: списывать с неё автоматически мы не сможем',
        'на странице банка выберите оплату картой',
      ]
  return composeLetter(site, {
    kind: 'autopayment-not-connected',
    facts: { account: accountInLetter(about), amount: formatRubles(amount) },
    subject: `Автоплатёж не подключён: ${about.isSbp ? 'счёт не сохранился' : 'карта не сохранилась'}`,
    heading: 'Автоплатёж не подключён',
    intro: `Платёж на ${formatRubles(amount)} по лицевому счёту ${accountInLetter(about)} прошёл, но ${notSaved}.`,
    body: [
      `Подключите автоплатёж ещё раз и ${advice}. До тех пор платить нужно самостоятельно.`,
      { button: { label: 'Подключить ещё раз', path: portalPaths.newAutopayment(about.account) } },
      allAutopayments,
    ],
  })
}

/** Its customer no longer has the account: there will be no charges until they add it again. */
export function autopaymentStoppedLetter(site: AutopaymentSite, about: AccountInLetter): Letter {
  return composeLetter(site, {
    kind: 'autopayment-stopped',
    facts: { account: accountInLetter(about) },
    subject: 'Автоплатёж остановлен',
    heading: 'Автоплатёж остановлен',
    intro: `Лицевого счёта ${accountInLetter(about)} больше нет в вашем личном кабинете. Автоплатёж по нему остановлен: списаний не будет.`,
    body: [
      'Если лицевой счёт удалён по ошибке, добавьте его снова и возобновите автоплатёж. До тех пор платить нужно самостоятельно.',
      { button: { label: 'Открыть мои автоплатежи', path: portalPaths.autopayments } },
    ],
  })
}

export interface LetterContext {
  site: AutopaymentSite
  now: Date
}

/** Mails the customer of an autopayment a letter about it. Returns the letter's id. */
export const mailAboutAutopayment = async (
  trx: Queries,
  autopayment: Autopayment,
  now: Date,
  compose: (about: Required<AutopaymentInLetter>) => Letter,
): Promise<string> => {
  const { to, ...about } = await findLetterTo(trx, autopayment)
  return enqueueLetter(trx, { to, userId: autopayment.userId, letter: compose(about), now })
}
