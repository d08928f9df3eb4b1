import type { ActionFunctionArgs } from '@remix-run/node'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { hasFeature } from '~/server/upstream/features.server'
import { cameFromOf } from './load-reminders.server'
import { NEW_LINK_TITLE } from './new-calendar-link'
import { endLinkForm, invoiceLettersForm, letterForm, newLinkForm } from './reminders-forms.server'

/** Handles the forms of the page: letters that are turned on or off, the calendar's address that is made or ended. */
export const submitReminders = async (args: ActionFunctionArgs) => {
  const intent = (await postedFields(args.context)).get('intent')
  // The page is there for either of two features: nothing is asked of the one that the API lacks.
  const feature = intent === invoiceLettersForm.name ? 'invoice-letters' : 'reminders'
  if (!hasFeature(await args.context.baseData.current(), feature)) throw new Response(null, { status: 404 })
  switch (intent) {
    case invoiceLettersForm.name:
      return changeLetters(args, ofInvoices)
    case newLinkForm.name:
      return makeLink(args)
    case endLinkForm.name:
      return endLink(args)
    default:
      return changeLetters(args, ofReadings)
  }
}

interface Letters {
  form: typeof letterForm | typeof invoiceLettersForm
  call: 'changeReadingReminder' | 'changeInvoiceLetters'
  /** What the next page says. */
  turnedOn: string
  turnedOff: string
}

const ofReadings: Letters = {
  form: letterForm,
  call: 'changeReadingReminder',
  turnedOn: 'Напоминания включены: напишем за три дня до конца приёма',
  turnedOff: 'Напоминания отключены',
}

const ofInvoices: Letters = {
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

const makeLink = async ({ request, context }: ActionFunctionArgs) => {
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
