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
  confirmMailedLink(args, 'optOutOfCharge', async () => ({
    message:
      'Ближайшего списания не будет. Автоплатёж остаётся включённым: следующие списания пойдут как обычно.',
    stays: true,
    to: (await args.context.visitor.currentUser()) ? paths.autopayments : paths.loginTo(paths.autopayments),
  }))

export default function OptOutPage() {
  return (
    <OneButtonForm
      heading="Отказ от списания"
      text="Нажмите кнопку, и ближайшего списания по автоплатежу не будет. Деньги останутся на карте, квитанцию нужно будет оплатить самостоятельно."
      buttonText="Отказаться от списания"
      pendingText="Отменяем списание…"
      reply={useActionData<typeof action>()}
    >
      <p>
        Если ссылка устарела или уже использована, зайдите в <Link to={paths.autopayments}>автоплатежи</Link>{' '}
        в личном кабинете: там автоплатёж можно приостановить или отвязать карту. Не получается войти&nbsp;—
        позвоните в поддержку: контакты внизу страницы.
      </p>
    </OneButtonForm>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Отказ от списания', args)
