import { composeLetter } from 'api/mail/compose-letter'
import { callUs, type Letter, type LetterSite } from 'api/mail/letter'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { type AccountInLetter, accountInLetter, maskPayer } from './masks'

const ownAccounts = { button: { label: 'Открыть мои лицевые счета', path: portalPaths.accounts } }

/** To the others who have the account: `name` of the customer who has added it, `addedAt` in UTC. */
export function accountAddedLetter(
  site: LetterSite & { timeZone: string },
  { name, addedAt, ...about }: AccountInLetter & { name: string; addedAt: Date },
): Letter {
  const facts = {
    account: accountInLetter(about),
    name: maskPayer(name),
    added_at: formatMoment(addedAt.toISOString(), site.timeZone),
  }
  return composeLetter(site, {
    kind: 'account-added',
    facts,
    subject: 'Ваш лицевой счёт добавили в ещё один кабинет',
    heading: 'Ваш лицевой счёт есть ещё у кого-то',
    intro: `Лицевой счёт ${facts.account}, который есть в вашем личном кабинете, теперь есть и в другом. Его добавили ${facts.added_at}, имя в том кабинете — ${facts.name}.`,
    body: [
      'Для этого нужен код доступа с квитанции. Квитанции, платежи и показания по этому лицевому счёту теперь видны и там, оттуда можно платить и передавать показания. Ваши карты, автоплатежи и личные данные там не видны.',
      'Если это ваши близкие или вы сами дали код, ничего делать не нужно.',
      `Если вы не знаете, кто это, ${callUs} Мы закроем чужой доступ и выдадим новый код.`,
      ownAccounts,
    ],
  })
}

/** To a customer whose access to an account the operator has ended. */
export function accountAccessEndedLetter(site: LetterSite, about: AccountInLetter): Letter {
  const facts = { account: accountInLetter(about) }
  return composeLetter(site, {
    kind: 'account-access-ended',
    facts,
    subject: 'Доступ к лицевому счёту закрыт',
    heading: 'Доступ к лицевому счёту закрыт',
    intro: `Мы закрыли доступ к лицевому счёту ${facts.account} из вашего личного кабинета. Так бывает, когда у помещения меняется владелец или жилец.`,
    body: [
      'Квитанции, платежи и показания по нему больше не видны, автоплатежей по нему больше нет. Платежи, которые уже прошли, остаются в силе.',
      `Если лицевой счёт по-прежнему ваш, добавьте его снова по коду доступа из новой квитанции. Если кода нет или это ошибка, ${callUs}`,
      ownAccounts,
    ],
  })
}
