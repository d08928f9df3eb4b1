import { type AccountInLetter, accountInLetter, maskAccount, maskPayer } from 'api/accounts'
import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import { callUs } from 'api/mail/letter'
import type { Rights } from 'contract/family'
import { portalPaths } from 'contract/portal-paths'
import { rightsInWords } from 'format/account'
import { formatDay, formatMoment } from 'format/dates'

export type FamilySite = LetterSite & { timeZone: string }

const ownAccounts = { button: { label: 'Открыть мои лицевые счета', path: portalPaths.accounts } }
const theAccess = (account: string) => ({
  button: { label: 'Открыть доступ к лицевому счёту', path: portalPaths.access(account) },
})

const untilInWords = (until: string | null) => (until === null ? [] : [`Доступ — по ${formatDay(until)}.`])

/** To the address that an owner has invited. */
export function invitationLetter(
  site: FamilySite,
  {
    link,
    from,
    account,
    rights,
    until,
    expiresAt,
  }: {
    link: { id: string; code: string }
    /** The owner's name. */
    from: string
    account: string
    rights: Pick<Rights, 'readings' | 'pay'>
    until: string | null
    expiresAt: string
  },
): Letter {
  const facts = { from: maskPayer(from), account: maskAccount(account) }
  return composeLetter(site, {
    kind: 'access-invitation',
    facts,
    subject: 'Вам открывают доступ к лицевому счёту',
    heading: 'Вам открывают доступ к лицевому счёту',
    intro: `${facts.from} открывает вам доступ к лицевому счёту ${facts.account}. Вы сможете ${rightsInWords(rights)}.`,
    body: [
      ...untilInWords(until),
      `Чтобы принять приглашение, войдите в личный кабинет или зарегистрируйтесь. Ссылка действует до ${formatMoment(expiresAt, site.timeZone)}.`,
      { button: { label: 'Посмотреть приглашение', path: portalPaths.accessInvite(link.id, link.code) } },
      'Если вы не знаете, от кого это, просто не принимайте его: без вас ничего не произойдёт.',
    ],
  })
}

/** To the other owners: one of them has invited somebody. `who`: masked. */
export function accessOpenedLetter(
  site: FamilySite,
  {
    who,
    rights,
    until,
    ...about
  }: AccountInLetter & {
    who: string
    rights: Pick<Rights, 'readings' | 'pay'>
    until: string | null
  },
): Letter {
  const facts = { account: accountInLetter(about), who }
  return composeLetter(site, {
    kind: 'access-opened',
    facts,
    subject: 'К вашему лицевому счёту открыли доступ',
    heading: 'К вашему лицевому счёту открыли доступ',
    intro: `К лицевому счёту ${facts.account}, который есть в вашем кабинете, открывают доступ: ${facts.who}.`,
    body: [
      `С этим доступом можно ${rightsInWords(rights)}. Ваши карты, автоплатежи и личные данные не видны.`,
      ...untilInWords(until),
      `Закрыть доступ вы можете в любую минуту. Если вы не знаете, кто это, ${callUs}`,
      theAccess(about.account),
    ],
  })
}

/** To the owners: somebody has accepted an invitation. `who`: masked. */
export function accessToConfirmLetter(
  site: FamilySite,
  { who, isWaiting, ...about }: AccountInLetter & { who: string; isWaiting: boolean },
): Letter {
  const facts = { account: accountInLetter(about), who }
  return composeLetter(site, {
    kind: 'access-to-confirm',
    facts,
    subject: isWaiting ? 'Подтвердите доступ к лицевому счёту' : 'Приглашение приняли',
    heading: isWaiting ? 'Подтвердите доступ' : 'Приглашение приняли',
    intro: `Приглашение к лицевому счёту ${facts.account} приняли: ${facts.who}.`,
    body: [
      isWaiting
        ? 'Пока вы или другой владелец не подтвердите, лицевой счёт этому человеку не виден. Подтвердите, если это тот, кого вы приглашали, в течение 7\u00a0дней.'
        : 'Доступ уже открыт: приглашение было на этот адрес.',
      theAccess(about.account),
    ],
  })
}

/** To the holder: an owner has to confirm, or has confirmed. */
export function accessWaitingLetter(site: FamilySite, { account }: { account: string }): Letter {
  const facts = { account: maskAccount(account) }
  return composeLetter(site, {
    kind: 'access-waiting',
    facts,
    subject: 'Ждём подтверждения владельца',
    heading: 'Ждём подтверждения владельца',
    intro: `Вы приняли приглашение к лицевому счёту ${facts.account}. Теперь его владелец подтвердит, что приглашал именно вас.`,
    body: [
      'Когда он это сделает, мы напишем. Если за 7\u00a0дней он не подтвердит, попросите новое приглашение.',
    ],
  })
}

export function accessConfirmedLetter(
  site: FamilySite,
  {
    account,
    rights,
    until,
  }: { account: string; rights: Pick<Rights, 'readings' | 'pay'>; until: string | null },
): Letter {
  const facts = { account: maskAccount(account) }
  return composeLetter(site, {
    kind: 'access-confirmed',
    facts,
    subject: 'Доступ к лицевому счёту открыт',
    heading: 'Доступ к лицевому счёту открыт',
    intro: `Лицевой счёт ${facts.account} теперь есть в вашем личном кабинете. Вы можете ${rightsInWords(rights)}.`,
    body: [...untilInWords(until), ownAccounts],
  })
}

/** To a holder whose access somebody else has ended, or whose access has expired. */
export function accessEndedLetter(site: FamilySite, about: AccountInLetter): Letter {
  const facts = { account: accountInLetter(about) }
  return composeLetter(site, {
    kind: 'access-ended',
    facts,
    subject: 'Доступ к лицевому счёту закрыт',
    heading: 'Доступ к лицевому счёту закрыт',
    intro: `Доступ к лицевому счёту ${facts.account}, который вам открывал его владелец, закончился.`,
    body: [
      'Квитанции, платежи и показания по нему больше не видны, автоплатежей по нему больше нет. Платежи, которые вы уже сделали, остаются в силе.',
      'Если доступ ещё нужен, попросите у владельца новое приглашение.',
      ownAccounts,
    ],
  })
}
