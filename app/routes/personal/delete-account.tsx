import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { today } from 'format/dates'
import { viewOfAccount } from '~/features/accounts/account-view'
import { DeleteAccount } from '~/features/accounts/delete-account'
import { deleteAccountForm } from '~/features/accounts/delete-account-form.server'
import { pageMeta } from '~/page-meta'
import { paths } from '~/paths'
import { newFlash } from '~/server/flash.server'
import { readForm } from '~/server/forms.server'
import { requireUser } from '~/server/guards.server'
import { seeOther } from '~/server/redirects.server'

export const handle = { access: 'user' }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const { pathname, searchParams } = new URL(request.url)
  const { data } = await api.load('accounts', { query: {} })
  const account = data.find((one) => one.account === searchParams.get('account'))
  if (!account) throw new Response(`Page Not Found: ${pathname}`, { status: 404 })
  return { view: viewOfAccount(account, today(context.config.timeZone, new Date())) }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const form = await readForm(context, deleteAccountForm)
  if (!form.ok) return form.reply
  const result = await api.submit('deleteAccount', { id: form.value.account })
  // Pressed once more: it is gone already, and its page with it.
  const isGone = !result.ok && result.failure.kind === 'missing'
  if (!result.ok && !isGone) return form.refuse(result.failure)
  context.flash.next = isGone
    ? newFlash('info', 'Этого счёта в вашем кабинете уже нет')
    : newFlash('success', 'Счёт удалён из вашего кабинета')
  return seeOther(paths.accounts)
}

export default function DeleteAccountPage() {
  const { view } = useLoaderData<typeof loader>()
  return <DeleteAccount view={view} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Удалить лицевой счёт', args)
