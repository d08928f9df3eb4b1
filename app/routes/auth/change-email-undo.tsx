import type { ActionFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { confirmMailedLink, openMailedLink } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Link } from '~/ui/link/link'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'

export const handle = { access: 'all', secret: true, isValid: hasMailedId } satisfies RouteHandle

export const loader = openMailedLink

export const action = (args: ActionFunctionArgs) =>
  confirmMailedLink(args, 'changeEmailUndo', {
    message: 'Прежний адрес снова действует. Войдите с ним и на всякий случай смените пароль.',
    stays: true,
    to: paths.login,
  })

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
        страницы. Если вы нажали дважды, возможно, всё уже сделано:{' '}
        <Link to={paths.login}>попробуйте войти</Link>.
      </p>
    </OneButtonForm>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Отмена смены адреса', args)
