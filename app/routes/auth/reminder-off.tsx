import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { confirmMailedLink } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import { seeOther } from '~/server/http/redirects.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'
import { Link } from '~/ui/link/link'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'

export const handle = { access: 'all', feature: 'reminders', isValid: hasMailedId } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  return null
}

export const action = async (args: ActionFunctionArgs) => {
  const refused = await confirmMailedLink(args, 'stopReadingReminder')
  if (refused) return refused
  const { context } = args
  context.flash.next = newFlash('success', 'Напоминания о показаниях отключены: писем больше не будет')
  return seeOther((await context.visitor.currentUser()) ? paths.reminders : paths.home)
}

export default function ReminderOffPage() {
  return (
    <OneButtonForm
      heading="Отключить напоминания"
      text="Нажмите кнопку, и писем о показаниях счётчиков больше не будет. Включить их снова можно в личном кабинете."
      buttonText="Отключить напоминания"
      pendingText="Отключаем…"
      reply={useActionData<typeof action>()}
    >
      <p>
        Если ссылка устарела или уже использована, отключите письма в личном кабинете, в разделе{' '}
        <Link to={paths.reminders}>«Напоминания»</Link>. Не получается войти — позвоните в поддержку: контакты
        внизу страницы.
      </p>
    </OneButtonForm>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Отключить напоминания', args)
