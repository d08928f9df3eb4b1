import type { ActionFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { confirmMailedLink, openMailedLink } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'

export const handle = {
  access: 'all',
  secret: true,
  feature: 'my-data',
  isValid: hasMailedId,
} satisfies RouteHandle

export const loader = openMailedLink

export const action = (args: ActionFunctionArgs) =>
  confirmMailedLink(args, 'deletionUndo', {
    message: 'Удаление отменено. Войдите с прежними почтой и паролем.',
    stays: true,
    to: paths.login,
  })

export default function DeletionUndoPage() {
  return (
    <OneButtonForm
      heading="Отмена удаления"
      text="Вы удалили личный кабинет, но его ещё можно вернуть. Нажмите кнопку, и он снова откроется с прежними почтой и паролем. Автоплатежи и карты нужно будет подключить заново."
      buttonText="Отменить удаление"
      pendingText="Отменяем…"
      reply={useActionData<typeof action>()}
    >
      <p>
        Если ссылка устарела или уже использована, попробуйте войти: возможно, удаление уже отменено. Не
        получается — напишите или позвоните в поддержку: контакты внизу страницы.
      </p>
    </OneButtonForm>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Отмена удаления', args)
