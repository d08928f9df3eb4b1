import type { AppLoadContext } from '@remix-run/node'
import { longestAccountNumber } from 'contract/limits'
import { formatDayWithYear, today } from 'format/dates'
import { readableEmail } from 'format/readable-email'
import { type CameFrom, paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import { hasFeature } from '~/server/upstream/features.server'

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

/** The page that the address says the customer came from; nothing for any other address. */
export const cameFromOf = (request: Request): CameFrom => {
  const query = new URL(request.url).searchParams
  const from = query.get('from')
  const account = query.get('account')
  if (from !== 'invoice' && from !== 'readings') return {}
  return account && account.length <= longestAccountNumber ? { from, account } : { from }
}

/** The link back to that page. */
const backTo = ({ from, account }: CameFrom) => {
  if (from === 'readings') return { to: paths.readings({ account }), text: 'Показания счётчиков' }
  if (from === 'invoice') return { to: paths.invoice(account), text: 'Квитанции' }
  return { to: paths.profile, text: 'Профиль' }
}
