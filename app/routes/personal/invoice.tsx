import type { AppLoadContext, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { InvoicePage } from '~/features/invoices/invoice-page'
import { viewOfInvoice } from '~/features/invoices/invoice-view'
import { linkListsOf } from '~/features/invoices/link-lists.server'
import { loadInvoice } from '~/features/invoices/load-invoice.server'
import { NoInvoice } from '~/features/invoices/no-invoice'
import { paymentCode } from '~/features/invoices/payment-order-qr.server'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { titleOfAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import { companyContact } from '~/server/pages/company.server'
import type { Api } from '~/server/pages/guards.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { hasFeature } from '~/server/upstream/features.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const guarded = await requireUser(request, context)
  const { timeZone } = context.config
  const [{ account, choices, mayPay, invoice, periods, paidOn }, isOffered] = await Promise.all([
    loadInvoice(request, guarded, timeZone),
    offersLetters(guarded.api, context),
  ])
  if (!invoice) return { choices, shown: null }
  const day = today(timeZone, new Date())
  return {
    choices,
    shown: {
      view: viewOfInvoice(invoice, { today: day, timeZone, paidOn }),
      mayPay,
      company: await companyContact(context),
      linkLists: linkListsOf({ invoice, periods, account, today: day }),
      code: paymentCode(invoice),
      isExplained: hasFeature(await context.baseData.current(), 'explanation'),
      offersLetters: isOffered,
    },
  }
}

export default function InvoiceScreen() {
  const { choices, shown } = useLoaderData<typeof loader>()
  return (
    <>
      <AccountSwitcher choices={choices} to={(account) => paths.invoice(account)} />
      {shown ? <InvoicePage {...shown} /> : <NoInvoice hasAccount={choices.length > 0} />}
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(args.data?.shown?.view.heading ?? 'Квитанции', args.data?.choices), args)

/** Whether to say that invoices may also come by letter: only to customers who do not have that yet. */
const offersLetters = async (api: Api, context: AppLoadContext): Promise<boolean> => {
  if (!hasFeature(await context.baseData.current(), 'invoice-letters')) return false
  const letters = await api.loadIfPossible('invoiceLetters', {})
  return letters?.data.on === false
}
