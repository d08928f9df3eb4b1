import { type ActionFunctionArgs, data } from '@remix-run/node'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { type RejectedForm, readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireUser } from '~/server/pages/guards.server'
import { newFlash } from '~/server/session/flash.server'
import { endLinkForm, letterForm, newLinkForm } from './reminders-forms.server'

/** Handles the forms of the page: the letter that is switched on or off, the calendar's address that is made or ended. */
export const submitReminders = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  switch (fields.get('intent')) {
    case newLinkForm.name:
      return makeLink(args)
    case endLinkForm.name:
      return endLink(args)
    default:
      return changeLetter(args)
  }
}

const changeLetter = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, letterForm)
  if (!form.ok) return rejected(form.reply)
  const on = form.value.on === 'yes'
  const result = await api.submit('changeReadingReminder', { body: { on } })
  if (!result.ok) return rejected(form.reject(result.failure))
  context.flash.next = newFlash(
    'success',
    on ? 'Напоминания включены: напишем за три дня до конца приёма' : 'Напоминания отключены',
  )
  return seeOther(paths.reminders)
}

const makeLink = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, newLinkForm)
  if (!form.ok) return rejected(form.reply)
  const result = await api.submit('newCalendarLink', {})
  if (!result.ok) return rejected(form.reject(result.failure))
  const address = new URL(paths.calendar(result.answer.data.token), context.config.publicUrl).href
  return data({ view: 'link' as const, address })
}

const endLink = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, endLinkForm)
  if (!form.ok) return rejected(form.reply)
  const result = await api.submit('deleteCalendarLink', {})
  if (!result.ok) return rejected(form.reject(result.failure))
  context.flash.next = newFlash('success', 'Ссылка на календарь больше не работает')
  return seeOther(paths.reminders)
}

const rejected = ({ data: reply, init }: RejectedForm) =>
  data({ view: 'state' as const, reply }, init ?? undefined)
