import type { Session } from 'contract/security'
import { formatMomentBeside, today } from 'format/dates'

/** A place where the customer is signed in. */
export interface SessionView {
  id: string
  device: string
  isCurrent: boolean
  /** When it began, and when it was last used. */
  when: string
  /** What tells it from the others for those who hear the buttons alone. */
  about: string
}

/** The one that the customer is looking from comes first. */
export const viewOfSessions = (
  sessions: readonly Session[],
  { now, timeZone }: { now: Date; timeZone: string },
): SessionView[] => {
  const views = sessions.map(({ id, device, createdAt, lastSeenAt, current }): SessionView => {
    const name = !device?.trim() || device === UNKNOWN ? 'Неизвестное устройство' : device
    const signedIn = momentInWords(createdAt, now, timeZone)
    const lastSeen = momentInWords(lastSeenAt, now, timeZone)
    return {
      id,
      device: name,
      isCurrent: current,
      when: current ? `Вход был ${signedIn}` : `Вход был ${signedIn}, последнее действие ${lastSeen}`,
      about: `${name}, вход ${signedIn}, последнее действие ${lastSeen}`,
    }
  })
  const others = views.filter(({ isCurrent }) => !isCurrent)
  return [...views.filter(({ isCurrent }) => isCurrent), ...numbered(others)]
}

/** Sessions of the same minute are told apart by their place. */
const numbered = (views: readonly SessionView[]): SessionView[] =>
  views.map((view, at) => {
    const alike = views.slice(0, at).filter(({ about }) => about === view.about).length
    return alike === 0 ? view : { ...view, about: `${view.about}, ${alike + 1}-й` }
  })

/** What the portal tells the product API of a browser that it does not know. */
const UNKNOWN = 'Unknown'

const momentInWords = (iso: string, now: Date, timeZone: string): string => {
  const isToday = today(timeZone, new Date(iso)) === today(timeZone, now)
  return `${isToday ? 'сегодня ' : ''}${formatMomentBeside(iso, now, timeZone)}`
}
