import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { hasMailedId } from '~/mailed-id'
import { pageMeta } from '~/page-meta'
import { paths } from '~/paths'
import { newFlash } from '~/server/flash.server'
import { anyone } from '~/server/guards.server'
import { pressMailedLink } from '~/server/mailed-link.server'
import { seeOther } from '~/server/redirects.server'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'

export const handle = { access: 'all', isValid: hasMailedId }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  return null
}

export const action = async (args: ActionFunctionArgs) => {
  const refused = await pressMailedLink(args, 'changeEmailUndo')
  if (refused) return refused
  args.context.flash.next = newFlash(
    'success',
    'Прежний адрес снова действует. Войдите с ним и на всякий случай смените пароль.',
  )
  return seeOther(paths.login)
}

export default function ChangeEmailUndoPage() {
  return (
    <OneButtonForm
      heading="Отмена смены адреса"
      text="Если вы не просили сменить адрес почты, нажмите кнопку: для входа в кабинет будет действовать прежний адрес."
      buttonText="Вернуть прежний адрес"
      pendingText="Отменяем…"
      reply={useActionData<typeof action>()}
    >
      <p>
        Если ссылка устарела или уже использована, напишите или позвоните в поддержку: контакты внизу
        страницы.
      </p>
    </OneButtonForm>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Отмена смены адреса', args)
