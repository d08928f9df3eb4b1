import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { ASK_TO_PAY_TITLE, AskToPay } from '~/features/payments/ask-to-pay'
import { loadAskToPay } from '~/features/payments/load-ask-to-pay.server'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { titleOfAccount } from '~/layouts/page-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false, section: paths.personalPay() } satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAskToPay(request, context)

export default function AskToPayPage() {
  const { choices, shown } = useLoaderData<typeof loader>()
  if (!shown)
    return (
      <WithoutAccount title={ASK_TO_PAY_TITLE}>
        Тогда здесь будет ссылка, по которой его сможет оплатить кто-то другой.
      </WithoutAccount>
    )
  return (
    <>
      <AccountSwitcher choices={choices} to={paths.askToPay} />
      <AskToPay {...shown} />
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(ASK_TO_PAY_TITLE, args.data?.choices), args)
