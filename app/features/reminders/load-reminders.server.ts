import type { AppLoadContext } from '@remix-run/node'
import { formatDayWithYear, today } from 'format/dates'
import { readableEmail } from 'format/readable-email'
import { requireUser } from '~/server/pages/guards.server'
import { hasFeature } from '~/server/upstream/features.server'
import { backTo, cameFromOf } from './came-from.server'

/** What the customer has turned on, of that which the product API has. */
export const loadReminders = async (request: Request, context: AppLoadContext) => {
  const back = backTo(cameFromOf(request))
  if (context.form.state === 'accepted') return { email: '', readings: null, invoices: null, back }
  const { user, api } = await requireUser(request, context)
  const base = await context.baseData.current()
  const ofReadings = async () => {
    if (!hasFeature(base, 'reminders')) return null
    const [reminder, link] = await Promise.all([
      api.loadIfPossible('readingReminder', {}),
      api.loadIfPossible('calendarLink', {}),
    ])
    const createdAt = link?.data.createdAt
    const madeOn = createdAt ? formatDayWithYear(today(context.config.timeZone, new Date(createdAt))) : null
    return { isOn: reminder?.data.on ?? null, link: link && { madeOn } }
  }
  const ofInvoices = async () => {
    if (!hasFeature(base, 'invoice-letters')) return null
    const letters = await api.loadIfPossible('invoiceLetters', {})
    return { areOn: letters?.data.on ?? null }
  }
  const [readings, invoices] = await Promise.all([ofReadings(), ofInvoices()])
  return { email: user ? readableEmail(user.email) : '', readings, invoices, back }
}
