import type { CallAnswer } from 'contract/endpoints'
import type { Grant, GrantStatus } from 'contract/family'
import { rightsInWords } from 'format/account'
import { dayOf, formatDayWithYear, formatMoment } from 'format/dates'
import { shownText } from 'format/shown-text'
import type { BadgeTone } from '~/ui/badge/badge'

/** An owner of the account; `name` is masked. */
export interface OwnerView {
  name: string
  since: string
  isYou: boolean
}

/** A grant, or an invitation. */
export interface GrantView {
  id: string
  /** What it is called: the owner's own word for the person, or else the masked name or address. */
  who: string
  status: { words: string; tone: BadgeTone }
  /** The other facts, a line each. */
  about: string[]
  isWaiting: boolean
  isActive: boolean
}

export interface AccessView {
  owners: OwnerView[]
  open: GrantView[]
  ended: GrantView[]
}

const statuses: Record<GrantStatus, GrantView['status']> = {
  invited: { words: 'Ждёт ответа', tone: 'due' },
  waiting: { words: 'Ждёт вашего подтверждения', tone: 'due' },
  active: { words: 'Доступ открыт', tone: 'paid' },
  declined: { words: 'Приглашение отклонили', tone: 'default' },
  revoked: { words: 'Доступ закрыт', tone: 'default' },
  left: { words: 'Отказ от доступа', tone: 'default' },
  expired: { words: 'Срок истёк', tone: 'default' },
}

export const isOpen = ({ status }: Pick<Grant, 'status'>): boolean =>
  status === 'invited' || status === 'waiting' || status === 'active'

/** `timeZone`: the company's. */
export const viewOfAccess = (
  { owners, grants }: CallAnswer<'access'>['data'],
  timeZone: string,
): AccessView => {
  const views = (mustBeOpen: boolean) =>
    grants.filter((grant) => isOpen(grant) === mustBeOpen).map((grant) => viewOfGrant(grant, timeZone))
  return {
    owners: owners.map(({ name, since, you }) => ({
      name: shownText(name) ?? 'Владелец',
      since: formatDayWithYear(dayOf(since, timeZone)),
      isYou: you,
    })),
    open: views(true),
    ended: views(false),
  }
}

export const viewOfGrant = (grant: Grant, timeZone: string): GrantView => {
  const { id, status, rights, until } = grant
  const [who = 'Приглашение по ссылке', ...others] = namesOf(grant)
  return {
    id,
    who,
    status: statuses[status],
    about: [
      ...(others.length > 0 ? [others.join(', ')] : []),
      `Можно ${rightsInWords(rights)}`,
      ...(until ? [`По ${formatDayWithYear(until)} включительно`] : []),
      ...deadlineOf(grant, timeZone),
    ],
    isWaiting: status === 'waiting',
    isActive: status === 'active',
  }
}

const namesOf = ({ label, name, email }: Grant): string[] =>
  [label, name, email].flatMap((text) => shownText(text) ?? [])

const deadlineOf = ({ status, expiresAt }: Grant, timeZone: string): string[] => {
  if (!expiresAt) return []
  const moment = formatMoment(expiresAt, timeZone)
  if (status === 'invited') return [`Приглашение действует до ${moment}`]
  if (status === 'waiting') return [`Подтвердите до ${moment}, если это тот, кого вы приглашали`]
  return []
}
