import type { Session } from 'contract/security'
import { formatDay, formatDayWithYear, formatMomentBeside, today } from 'format/dates'

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
    const signedIn = dayInWords(createdAt, now, timeZone)
    const seen = momentInWords(lastSeenAt, now, timeZone)
    return {
      id,
      device: name,
      isCurrent: current,
      when: current ? `Вход был ${signedIn}` : `Вход был ${signedIn}, последнее действие ${seen}`,
      about: `${name}, последнее действие ${seen}`,
    }
  })
  return [...views.filter(({ isCurrent }) => isCurrent), ...views.filter(({ isCurrent }) => !isCurrent)]
}

/** What the portal tells the product API of a browser that it does not know. */
const UNKNOWN = 'Unknown'

const dayInWords = (iso: string, now: Date, timeZone: string): string => {
  const day = today(timeZone, new Date(iso))
  const thisDay = today(timeZone, now)
  if (day === thisDay) return 'сегодня'
  return day.slice(0, 4) === thisDay.slice(0, 4) ? formatDay(day) : formatDayWithYear(day)
}

const momentInWords = (iso: string, now: Date, timeZone: string): string => {
  const isToday = today(timeZone, new Date(iso)) === today(timeZone, now)
  return `${isToday ? 'сегодня ' : ''}${formatMomentBeside(iso, now, timeZone)}`
}
