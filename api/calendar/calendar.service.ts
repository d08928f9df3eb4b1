import { maskAccount, maskAddress } from 'api/accounts'
import type { ApiConfig } from 'api/config'
import type { Database } from 'api/db/database'
import { hashOfSecret, newSecret } from 'api/hashed-secret'
import { windowsFrom } from 'api/readings'
import { DomainError, notFound } from 'api/refusal'
import { deleteCalendarLink, requireLiveSession } from 'api/users'
import type { calendarEvent } from 'contract/reminders'
import { addMonths, today } from 'format/dates'
import type { z } from 'zod'
import {
  findCustomerOfCalendar,
  findLinkMoment,
  findUnpaidInvoices,
  hasMeters,
  storeLink,
} from './calendar.repository'

/** No calendar has this address now. */
class CalendarUnknown extends DomainError {
  override readonly name = 'CalendarUnknown'

  override refusal() {
    return notFound()
  }
}

export interface CalendarDeps {
  config: Pick<ApiConfig, 'timeZone' | 'readingDays'>
  database: Database
}

/** The number of windows for readings in a calendar: this month's and the next two. */
const windowCount = 3

/** A customer's calendar, by a secret address; only its hash is stored. */
export const calendarService = ({ config, database }: CalendarDeps) => ({
  async linkOf(userId: string) {
    return { createdAt: (await findLinkMoment(database.db, userId)) ?? null }
  },

  /** Creates an address and returns its secret; an earlier address ends. */
  async renew({ userId, session, now }: { userId: string; session: string; now: Date }) {
    const token = newSecret()
    await database.transaction(async (trx) => {
      await requireLiveSession(trx, { userId, session })
      await storeLink(trx, { userId, tokenHash: hashOfSecret(token), now: now.toISOString() })
    }, 'read committed')
    return { token }
  },

  end: (userId: string) => deleteCalendarLink(database.db, userId),

  /** Windows from this month on, and unpaid invoices due since the start of last month. Throws CalendarUnknown. */
  async events(token: string, now: Date): Promise<z.input<typeof calendarEvent>[]> {
    const { db } = database
    const userId = await findCustomerOfCalendar(db, hashOfSecret(token))
    if (userId === undefined) throw new CalendarUnknown()
    const viewer = { userId, at: now.toISOString() }
    const day = today(config.timeZone, now)
    const month = day.slice(0, 7)
    const invoices = await findUnpaidInvoices(db, { ...viewer, since: `${addMonths(month, -1)}-01` })
    const readingWindows = (await hasMeters(db, { ...viewer, day }))
      ? windowsFrom(month, windowCount, config.readingDays)
      : []
    return [
      ...readingWindows.map(({ from, to }) => ({ kind: 'window' as const, id: from.slice(0, 7), from, to })),
      ...invoices.map(({ account, ownTitle, address, ...invoice }) => ({
        kind: 'due' as const,
        ...invoice,
        account: maskAccount(account),
        ...(ownTitle !== null && { title: ownTitle }),
        address: maskAddress(address),
      })),
    ]
  },
})
