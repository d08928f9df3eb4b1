import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatDayWithYear, today } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { NewCalendarLink } from '~/features/reminders/new-calendar-link'
import { endLinkForm, letterForm, newLinkForm } from '~/features/reminders/reminders-forms.server'
import { REMINDERS_TITLE, RemindersPage } from '~/features/reminders/reminders-page'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { type RejectedForm, readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'user', feature: 'reminders' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user, api } = await requireUser(request, context)
  const [reminder, link] = await Promise.all([
    api.loadIfPossible('readingReminder', {}),
    api.loadIfPossible('calendarLink', {}),
  ])
  const createdAt = link?.data.createdAt
  const madeOn = createdAt ? formatDayWithYear(today(context.config.timeZone, new Date(createdAt))) : null
  return {
    isOn: reminder?.data.on ?? null,
    link: link && { madeOn },
    email: user?.email ?? '',
  }
}

export const action = async (args: ActionFunctionArgs) => {
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

export default function RemindersRoute() {
  const { isOn, link, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.view === 'link') return <NewCalendarLink address={answer.address} />
  return <RemindersPage isOn={isOn} link={link} email={email} reply={answer?.reply} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(REMINDERS_TITLE, args)
