import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { Autopayment } from 'contract/autopayments'
import { today } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { deleteAccountForm } from '~/features/accounts/account-forms.server'
import { viewOfAccount } from '~/features/accounts/account-view'
import { DeleteAccount } from '~/features/accounts/delete-account'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { findAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false, section: paths.accounts } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const loading = Promise.all([findAccount(request, api, 'own'), api.loadIfPossible('autopayments', {})])
  const loaded = await loadBesideForm(context, loading, {
    list: paths.accounts,
    message: 'Этого лицевого счёта в вашем кабинете уже нет',
  })
  if (!loaded) return { view: null, stopsAutopayment: null }
  const [account, autopayments] = loaded
  return {
    view: viewOfAccount(account, today(context.config.timeZone, new Date())),
    stopsAutopayment: autopayments && hasAutopayment(account.account, autopayments.data),
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, deleteAccountForm, {
    call: ({ account }) => api.submit('deleteAccount', { id: account }),
    next: { message: 'Лицевой счёт удалён из вашего кабинета', stays: true, to: paths.accounts },
  })
}

export default function DeleteAccountPage() {
  return <DeleteAccount {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => {
  const view = args.data?.view
  // The title itself says what the number is.
  const named = view && [view.title, view.account].filter(Boolean).join(', ')
  return pageMeta(['Удалить лицевой счёт', named].filter(Boolean).join(': '), args)
}

/** Whether the account has an autopayment that charges or waits for its first payment. */
const hasAutopayment = (account: string, autopayments: readonly Autopayment[]): boolean =>
  autopayments.some((one) => one.account === account && (one.status === 'active' || one.status === 'pending'))
