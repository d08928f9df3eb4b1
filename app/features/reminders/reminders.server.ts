import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { longestAccountNumber } from 'contract/limits'
import { formatDayWithYear, today } from 'format/dates'
import { readableEmail } from 'format/readable-email'
import { z } from 'zod'
import { type CameFrom, paths } from '~/paths'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { hasFeature } from '~/server/upstream/features.server'
import { NEW_LINK_TITLE } from './new-calendar-link'

// The form says whether the letters are to be on, so that a second press changes nothing.
const schema = z.object({ on: z.enum(['yes', 'no'], 'Обновите страницу и нажмите кнопку ещё раз.') })

/** The button that turns the letter about readings on or off. */
export const letterForm = defineForm({ name: 'reminder-letter', schema })

/** The button that turns the letters about invoices on or off. */
export const invoiceLettersForm = defineForm({ name: 'invoice-letters', schema })

/** The button that creates the calendar's address. An earlier address ends. */
export const newLinkForm = defineForm({ name: 'new-calendar-link', schema: z.object({}) })

/** The button that ends the calendar's address. */
export const endLinkForm = defineForm({ name: 'end-calendar-link', schema: z.object({}) })

export type RemindersState = Awaited<ReturnType<typeof loadReminders>>

/**
 * Loads what the customer has turned on. `readings` or `invoices` is null if the product API has no such reminders; a
 * value inside is null if it could not be loaded. `back`: the page that the customer came from.
 */
export const loadReminders = async (request: Request, context: AppLoadContext) => {
  const back = backTo(cameFromOf(request))
  if (context.form.state === 'accepted') return { email: '', readings: null, invoices: null, back }
  const { user, api } = await requireUser(request, context)
  const base = await context.baseData.current()
  const loadReadingReminder = async () => {
    if (!hasFeature(base, 'reminders')) return null
    const [reminder, link] = await Promise.all([
      api.loadIfPossible('readingReminder', {}),
      api.loadIfPossible('calendarLink', {}),
    ])
    const createdAt = link?.data.createdAt
    const madeOn = createdAt ? formatDayWithYear(today(context.config.timeZone, new Date(createdAt))) : null
    return { isOn: reminder?.data.on ?? null, link: link && { madeOn } }
  }
  const loadInvoiceLetters = async () => {
    if (!hasFeature(base, 'invoice-letters')) return null
    const letters = await api.loadIfPossible('invoiceLetters', {})
    return { areOn: letters?.data.on ?? null }
  }
  const [readings, invoices] = await Promise.all([loadReadingReminder(), loadInvoiceLetters()])
  return { email: user ? readableEmail(user.email) : '', readings, invoices, back }
}

/** The page that the customer came from, by `?from=`. Empty for any other value. */
const cameFromOf = (request: Request): CameFrom => {
  const query = new URL(request.url).searchParams
  const from = query.get('from')
  const account = query.get('account')
  if (from !== 'invoice' && from !== 'readings') return {}
  return account && account.length <= longestAccountNumber ? { from, account } : { from }
}

/** The back link to the page that the customer came from. */
const backTo = ({ from, account }: CameFrom) => {
  if (from === 'readings') return { to: paths.readings({ account }), text: 'Показания счётчиков' }
  if (from === 'invoice') return { to: paths.invoice(account), text: 'Квитанции' }
  return { to: paths.profile, text: 'Профиль' }
}

/** Handles the page's forms: turns letters on or off, creates or ends the calendar's address. */
export const submitReminders = async (args: ActionFunctionArgs) => {
  const intent = (await postedFields(args.context)).get('intent')
  // The API needs only one of two features for this page, so it may lack the feature of this form.
  const feature = intent === invoiceLettersForm.name ? 'invoice-letters' : 'reminders'
  if (!hasFeature(await args.context.baseData.current(), feature)) throw new Response(null, { status: 404 })
  switch (intent) {
    case invoiceLettersForm.name:
      return changeLetters(args, invoiceLetters)
    case newLinkForm.name:
      return createLink(args)
    case endLinkForm.name:
      return endLink(args)
    default:
      return changeLetters(args, readingReminder)
  }
}

interface Letters {
  form: typeof letterForm | typeof invoiceLettersForm
  call: 'changeReadingReminder' | 'changeInvoiceLetters'
  /** The messages of the next page. */
  turnedOn: string
  turnedOff: string
}

const readingReminder: Letters = {
  form: letterForm,
  call: 'changeReadingReminder',
  turnedOn: 'Напоминания включены: напишем за три дня до конца приёма',
  turnedOff: 'Напоминания отключены',
}

const invoiceLetters: Letters = {
  form: invoiceLettersForm,
  call: 'changeInvoiceLetters',
  turnedOn: 'Письма о квитанциях включены: напишем, когда придёт новая квитанция',
  turnedOff: 'Письма о квитанциях отключены',
}

const changeLetters = async ({ request, context }: ActionFunctionArgs, letters: Letters) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, letters.form, {
    call: ({ on }) => api.submit(letters.call, { body: { on: on === 'yes' } }),
    next: ({ on }) => ({
      message: on === 'yes' ? letters.turnedOn : letters.turnedOff,
      to: paths.reminders(cameFromOf(request)),
    }),
  })
}

const createLink = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, newLinkForm)
  if (!form.ok) return form.reply
  const result = await api.submit('newCalendarLink', {})
  if (!result.ok) return form.reject(result.failure)
  const address = new URL(paths.calendar(result.answer.data.token), context.config.publicUrl).href
  context.form = { state: 'accepted', title: NEW_LINK_TITLE, isShownOnce: true }
  return { address }
}

const endLink = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, endLinkForm, {
    call: () => api.submit('deleteCalendarLink', {}),
    next: {
      message: 'Ссылка на календарь больше не работает',
      stays: true,
      to: paths.reminders(cameFromOf(request)),
    },
  })
}
