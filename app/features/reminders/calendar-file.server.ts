import type { CalendarEvent } from 'contract/reminders'
import { addDays, formatDays, formatPeriod } from 'format/dates'
import { isolated, quoted } from 'format/shown-text'
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { paths } from '~/paths'

interface Site {
  company: string
  publicUrl: URL
}

const SIX_HOURS_S = 6 * 60 * 60

/** The calendar as RFC 5545 has it. The same events give the same bytes, on any day. */
export const calendarFile = (events: readonly CalendarEvent[], { company, publicUrl }: Site): string => {
  const { host } = publicUrl
  const calendar = ical({
    name: `${company}: показания и оплата`,
    prodId: { company: host, product: 'personal-accounts', language: 'RU' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: SIX_HOURS_S,
  })
  for (const event of events) {
    const { first, last, summary, description, path } = shown(event)
    calendar.createEvent({
      id: `${event.kind}-${event.id}@${host}`,
      start: midnight(first),
      // The end is the first day that is no part of it.
      end: midnight(addDays(last, 1)),
      stamp: midnight(first),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary,
      description,
      url: new URL(path, publicUrl).href,
    })
  }
  return calendar.toString()
}

const shown = (event: CalendarEvent) => {
  switch (event.kind) {
    case 'window':
      return {
        first: event.from,
        last: event.to,
        summary: 'Передать показания счётчиков',
        description: `Показания принимаем ${formatDays(event.from, event.to)}.`,
        path: paths.readings(),
      }
    case 'due': {
      const title = event.title?.trim()
      const beside = title ? ` (${quoted(isolated(title))})` : ''
      return {
        first: event.dueAt,
        last: event.dueAt,
        summary: `Оплатить квитанцию за ${formatPeriod(event.period)}${beside}`,
        description: [
          `Срок оплаты по лицевому счёту ${event.account}${beside}.`,
          ...(event.address ? [event.address] : []),
        ].join('\n'),
        path: paths.accounts,
      }
    }
  }
}

/** Days are taken from a moment in UTC, whatever the server's time zone. */
const midnight = (day: string) => new Date(`${day}T00:00:00.000Z`)
