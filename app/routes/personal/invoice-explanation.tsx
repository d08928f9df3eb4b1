import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addMonths, formatPeriod } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { EXPLANATION_TITLE, ExplanationPage } from '~/features/invoices/explanation/explanation-page'
import { viewOfExplanation } from '~/features/invoices/explanation/explanation-view.server'
import { loadExplanation, monthsOf } from '~/features/invoices/explanation/load-explanation.server'
import { NoInvoice } from '~/features/invoices/no-invoice'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { titleOfAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'explanation',
  section: paths.invoice(),
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { choices, loaded } = await loadExplanation(request, context)
  return {
    choices,
    shown: loaded && {
      months: monthsOf(loaded),
      title: formatPeriod(loaded.period),
      before: formatPeriod(addMonths(loaded.period, -1)),
      view: loaded.explanation && viewOfExplanation(loaded.explanation, loaded.invoice),
    },
  }
}

export default function InvoiceExplanationScreen() {
  const { choices, shown } = useLoaderData<typeof loader>()
  return (
    <>
      <AccountSwitcher choices={choices} to={(account) => paths.invoiceExplanation(account)} />
      {shown ? (
        <ExplanationPage {...shown} />
      ) : (
        <NoInvoice title={EXPLANATION_TITLE} hasAccount={choices.length > 0} />
      )}
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(EXPLANATION_TITLE, args.data?.choices), args)
