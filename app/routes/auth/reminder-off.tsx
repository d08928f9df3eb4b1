import type { ActionFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { confirmMailedLink, openMailedLink } from '~/features/mailed-links/mailed-link.server'
import { TurnOffLetters } from '~/features/mailed-links/turning-off'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'all',
  secret: true,
  feature: 'reminders',
  isValid: hasMailedId,
} satisfies RouteHandle

const HEADING = 'Отключить напоминания'

export const loader = openMailedLink

export const action = (args: ActionFunctionArgs) =>
  confirmMailedLink(args, 'stopReadingReminder', async () => ({
    message: 'Напоминания о показаниях отключены: писем больше не будет',
    stays: true,
    to: (await args.context.visitor.currentUser()) ? paths.reminders() : paths.home,
  }))

export default function ReminderOffPage() {
  return (
    <TurnOffLetters
      heading={HEADING}
      text="Нажмите кнопку, и писем о показаниях счётчиков больше не будет. Включить их снова можно в личном кабинете."
      reply={useActionData<typeof action>()}
    />
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(HEADING, args)
