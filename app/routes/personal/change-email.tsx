import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { ConfirmNewEmail } from '~/features/profile/confirm-new-email'
import { pageMeta } from '~/page-meta'
import { paths } from '~/paths'
import { confirmForm } from '~/server/confirm-form.server'
import { newFlash } from '~/server/flash.server'
import { readForm } from '~/server/forms.server'
import { requireUser } from '~/server/guards.server'
import { linkIsCut } from '~/server/mailed-link.server'
import { seeOther } from '~/server/redirects.server'

export const handle = { access: 'user' }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  return null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, confirmForm)
  if (!form.ok) return form.reply
  const { query } = context
  if (!query) return form.refuse(linkIsCut)
  const result = await api.submit('changeEmail', { query })
  if (!result.ok) return form.refuse(result.failure)
  context.flash.next = newFlash('success', 'Адрес почты изменён')
  return seeOther(paths.profile)
}

export default function ChangeEmailPage() {
  return <ConfirmNewEmail reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Подтверждение нового адреса', args)
