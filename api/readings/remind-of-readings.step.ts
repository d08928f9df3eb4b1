import type { Database, Queries } from 'api/db/database'
import { lettersFrom } from 'api/mail/letter'
import { issueOffLink } from 'api/mail/off-links.repository'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { Step } from 'api/worker/worker'
import { portalPaths } from 'contract/portal-paths'
import { today } from 'format/dates'
import type { ReadingsDeps } from './meters.service'
import {
  claimReminder,
  findCustomersToRemind,
  findEmailOf,
  findUnreadMeters,
} from './reading-reminders.repository'
import { reminderDay, type Window, windowOn } from './reading-window'
import { readingsReminderLetter } from './readings.letters'

/** The most customers in one run: other steps wait for it. */
const mostPerRun = 100

interface RemindingOptions {
  database: Database
  site: ReadingsDeps['config']
  clock: () => Date
}

/**
 * The step that reminds customers three days before the window of readings ends, if they want it and have a meter that
 * nobody has read in the window's month. Several processes may run it: a customer gets one letter a window.
 */
export const remindOfReadingsStep = ({ database, site, clock }: RemindingOptions): Step => ({
  name: 'reading reminders',
  async run(wake) {
    const now = clock()
    const window = windowToRemindOf(site, now)
    if (!window) return
    const customers = await findCustomersToRemind(database.db, window.to, mostPerRun)
    for (const userId of customers)
      await database.transaction((trx) => remind(trx, userId, { site, window, now }), 'read committed')
    if (customers.length === mostPerRun) wake()
  },
})

const windowToRemindOf = ({ timeZone, readingDays }: ReadingsDeps['config'], now: Date): Window | null => {
  const day = today(timeZone, now)
  const window = windowOn(day, readingDays)
  if (!window.open) return null
  return now >= lettersFrom(reminderDay(window), timeZone) ? window : null
}

const remind = async (
  trx: Queries,
  userId: string,
  { site, window, now }: { site: ReadingsDeps['config']; window: Window; now: Date },
) => {
  if (!(await claimReminder(trx, userId, window.to))) return
  const meters = await findUnreadMeters(trx, { userId, at: now.toISOString(), day: window.to })
  const email = await findEmailOf(trx, userId)
  if (meters.length === 0 || email === undefined) return
  const link = await issueOffLink(trx, { userId, letters: null, now })
  const letter = readingsReminderLetter(site, {
    today: today(site.timeZone, now),
    lastDay: window.to,
    meters,
    stop: link,
  })
  const unsubscribe = `${site.publicUrl}${portalPaths.stopReadingReminder(link.id, link.code)}`
  await enqueueLetter(trx, { to: email, letter, userId, unsubscribe, now })
}
