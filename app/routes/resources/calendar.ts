import type { LoaderFunctionArgs } from '@remix-run/node'
import type { CalendarEvent } from 'contract/reminders'
import { addDays, formatDays, formatPeriod } from 'format/dates'
import { isolated, quoted } from 'format/shown-text'
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { paths } from '~/paths'
import { companyName } from '~/server/pages/company.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

const FILE = /^([\w-]{16,128})\.ics$/

const tokenIn = (file: string | undefined) => FILE.exec(file ?? '')?.[1] ?? null

export const handle = {
  access: 'all',
  secret: true,
  feature: 'reminders',
  isValid: ({ params }) => tokenIn(params.file) !== null,
} satisfies RouteHandle

/** No guard: calendar programs can't sign in, so the secret address alone opens it. */
export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  const { data } = await api.load('calendar', { id: tokenIn(params.file) ?? '' })
  return new Response(calendarFile(data, await companyName(context), context.config.publicUrl), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="calendar.ics"',
      'Cache-Control': 'private, max-age=3600',
      'X-Robots-Tag': 'noindex',
    },
  })
}

const SIX_HOURS_S = 6 * 60 * 60

/** The calendar in the format of RFC 5545. The same events give the same bytes on any day. */
const calendarFile = (events: readonly CalendarEvent[], company: string, publicUrl: URL): string => {
  const { host } = publicUrl
  const calendar = ical({
    name: `${company}: показания и оплата`,
    prodId: { company: host, product: 'personal-accounts', language: 'RU' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: SIX_HOURS_S,
  })
  for (const event of events) {
    const { first, last, summary, description, path } = eventInWords(event)
    calendar.createEvent({
      id: `${event.kind}-${event.id}@${host}`,
      start: midnight(first),
      // DTEND is exclusive.
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

const eventInWords = (event: CalendarEvent) => {
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
      const titleInBrackets = title ? ` (${quoted(isolated(title))})` : ''
      return {
        first: event.dueAt,
        last: event.dueAt,
        summary: `Оплатить квитанцию за ${formatPeriod(event.period)}${titleInBrackets}`,
        description: [
          `Срок оплаты по лицевому счёту ${event.account}${titleInBrackets}.`,
          ...(event.address ? [event.address] : []),
        ].join('\n'),
        path: paths.accounts,
      }
    }
  }
}

/** Days are taken from a moment in UTC, whatever the server's time zone. */
const midnight = (day: string) => new Date(`${day}T00:00:00.000Z`)
