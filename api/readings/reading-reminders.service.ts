import { networkOf, type Visitor } from 'api/http/visitor'
import type { LimitedUse } from 'api/limits/limiter'
import type { SecretLink } from 'api/mail/mailed-link'
import { customerOfOffLink } from 'api/mail/off-links.repository'
import { today } from 'format/dates'
import type { ReadingsDeps } from './meters.service'
import { deleteReminder, hasReminder, storeReminder } from './reading-reminders.repository'
import { reminderDay, windowOn } from './reading-window'
import { ReadingsError } from './readings.errors'

/** Whether a customer wants to be reminded of readings. */
export const readingRemindersService = ({
  config,
  database: { db },
  limiter,
}: Pick<ReadingsDeps, 'config' | 'database' | 'limiter'>) => ({
  isOn: (userId: string) => hasReminder(db, userId),

  /** On or after the day of this window's letter, the customer gets the first letter in the next window. */
  async change({ userId, on, now }: { userId: string; on: boolean; now: Date }) {
    if (!on) return deleteReminder(db, userId)
    const day = today(config.timeZone, now)
    const window = windowOn(day, config.readingDays)
    const remindedOf = window.open && day >= reminderDay(window) ? window.to : null
    await storeReminder(db, { userId, now: now.toISOString(), remindedOf })
  },

  /** Turns reminders off by a mailed link, without signing in. Throws ReadingsError (`unknown_reminder_link`). */
  async stop({ id, code, visitor }: SecretLink & { visitor: Visitor }, now: Date) {
    const uses: LimitedUse[] = [{ limit: 'mailedCodesPerAddress', by: [networkOf(visitor.address)] }]
    await limiter.admit(uses, now)
    const userId = await customerOfOffLink(db, { id, code }, null)
    if (userId === undefined) throw new ReadingsError({ code: 'unknown_reminder_link' })
    await deleteReminder(db, userId)
    await limiter.giveBack(uses)
  },
})
