import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatDayWithYear, today } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { NewCalendarLink } from '~/features/reminders/new-calendar-link'
import { REMINDERS_TITLE, RemindersPage } from '~/features/reminders/reminders-page'
import { submitReminders } from '~/features/reminders/submit-reminders.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

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

export const action = submitReminders

export default function RemindersRoute() {
  const { isOn, link, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.view === 'link') return <NewCalendarLink address={answer.address} />
  return <RemindersPage isOn={isOn} link={link} email={email} reply={answer?.reply} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(REMINDERS_TITLE, args)
