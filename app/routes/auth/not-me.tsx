import type { ActionFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { hasMailedId } from '~/features/mailed-links/mailed-id'
import { confirmMailedLink, openMailedLink } from '~/features/mailed-links/mailed-link.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Link } from '~/ui/link/link'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'

export const handle = {
  access: 'all',
  secret: true,
  feature: 'security',
  isValid: hasMailedId,
} satisfies RouteHandle

export const loader = openMailedLink

export const action = (args: ActionFunctionArgs) =>
  confirmMailedLink(args, 'notMe', {
    message:
      'Все сеансы завершены. На вашу почту идёт письмо со ссылкой: задайте по ней новый пароль. Если кабинет удалён, в письме будет ссылка, которая отменяет удаление. Если письмо не пришло, почту в кабинете могли сменить: верните прежнюю по ссылке из письма «Адрес электронной почты изменён».',
    stays: true,
    to: paths.login,
  })

export default function NotMePage() {
  return (
    <OneButtonForm
      heading="Вход с нового устройства"
      text="Если в ваш кабинет вошли не вы, нажмите кнопку. Все сеансы завершатся на всех устройствах, а на почту придёт ссылка для нового пароля. Если кабинет удалён, ссылка отменит удаление."
      buttonText="Это не я: завершить все сеансы"
      pendingText="Завершаем сеансы…"
      reply={useActionData<typeof action>()}
    >
      <p>
        Если ссылка устарела или уже использована, смените пароль:{' '}
        <Link to={paths.forgotPassword}>запросите новую ссылку</Link>. После этого войти заново нужно будет на
        всех устройствах.
      </p>
    </OneButtonForm>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Вход с нового устройства', args)
