import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { loadReminders } from '~/features/reminders/load-reminders.server'
import { NewCalendarLink } from '~/features/reminders/new-calendar-link'
import { REMINDERS_TITLE, RemindersPage } from '~/features/reminders/reminders-page'
import { submitReminders } from '~/features/reminders/submit-reminders.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'user',
  secret: true,
  feature: ['reminders', 'invoice-letters'],
  section: paths.profile,
} satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadReminders(request, context)

export const action = submitReminders

/**
 * A new link is shown only in the answer to its form, and a rejected form has what was typed: nothing is loaded that could
 * fail in the answer's place.
 */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function RemindersRoute() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'address' in answer) return <NewCalendarLink address={answer.address} />
  return <RemindersPage {...page} reply={answer} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(REMINDERS_TITLE, args)
