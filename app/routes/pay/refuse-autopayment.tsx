import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { hasMailedId } from '~/mailed-id'
import { pageMeta } from '~/page-meta'
import { paths } from '~/paths'
import { confirmForm } from '~/server/confirm-form.server'
import { newFlash } from '~/server/flash.server'
import { readForm } from '~/server/forms.server'
import { anyone } from '~/server/guards.server'
import { seeOther } from '~/server/redirects.server'
import { Link } from '~/ui/link/link'
import { OneButtonForm } from '~/ui/one-button-form/one-button-form'

export const handle = { access: 'all', isValid: hasMailedId }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  return null
}

export const action = async ({ request, context, params: { id = '' } }: ActionFunctionArgs) => {
  const { api } = await anyone(request, context)
  const form = await readForm(context, confirmForm)
  if (!form.ok) return form.reply
  const code = new URL(request.url).searchParams.get('code')
  if (!code)
    return form.refuse({ kind: 'gone', message: 'В ссылке не хватает части. Откройте её из письма целиком.' })
  const result = await api.submit('refuseAutopayment', { id, body: { code } })
  if (!result.ok) return form.refuse(result.failure)
  context.flash.next = newFlash(
    'success',
    'Ближайшего списания не будет. Автоплатёж остаётся включённым: следующие списания пойдут как обычно.',
  )
  return seeOther(
    (await context.visitor.currentUser()) ? paths.autopayments : paths.loginTo(paths.autopayments),
  )
}

export default function RefuseAutopaymentPage() {
  return (
    <OneButtonForm
      heading="Отказ от списания"
      text="Нажмите кнопку, и ближайшего списания по автоплатежу не будет. Деньги останутся на карте, счёт нужно будет оплатить самим."
      buttonText="Отказаться от списания"
      pendingText="Отменяем списание…"
      reply={useActionData<typeof action>()}
    >
      <p>
        Если ссылка устарела или уже использована, зайдите в <Link to={paths.autopayments}>автоплатежи</Link>{' '}
        в личном кабинете: там автоплатёж можно приостановить или отвязать карту. Не получается войти —
        позвоните в поддержку: контакты внизу страницы.
      </p>
    </OneButtonForm>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Отказ от списания', args)
