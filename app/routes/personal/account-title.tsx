import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isolated, quoted } from 'format/shown-text'
import { pageMeta } from '~/document/page-meta'
import { accountTitleForm, prefillOfTitle } from '~/features/accounts/account-forms.server'
import { AccountTitle } from '~/features/accounts/account-title'
import { nameAccount } from '~/layouts/named-account'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { findAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'account-title',
  section: paths.accounts,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const account = await loadBesideForm(context, findAccount(request, api))
  return {
    view: account && {
      account: account.account,
      name: nameAccount(account.account, account),
      title: prefillOfTitle(account.title),
      companyTitle: account.companyTitle?.trim() ?? null,
    },
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, accountTitleForm, {
    call: ({ account, title }) => api.submit('changeAccountTitle', { id: account, body: { title } }),
    next: ({ account, title }) => ({
      message: title
        ? `Теперь лицевой счёт ${account} называется ${quoted(isolated(title))}`
        : 'Вернули название компании',
      to: paths.accounts,
    }),
  })
}

export default function AccountTitlePage() {
  return <AccountTitle {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => {
  const name = args.data?.view?.name.name
  return pageMeta(['Название лицевого счёта', name].filter(Boolean).join(': '), args)
}
