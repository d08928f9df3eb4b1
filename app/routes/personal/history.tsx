import { data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { viewOfCharges } from '~/features/history/charges-chart.server'
import { HISTORY_TITLE, HistoryPage, NoAccount } from '~/features/history/history-page'
import { totalInWords, viewOfPayment } from '~/features/history/history-view'
import { loadHistory } from '~/features/history/load-history.server'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { nameAccount } from '~/layouts/named-account'
import { rightsOf, titleOfAccount, titleOfPart } from '~/layouts/page-account'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { receiptLink } from '~/server/payments/receipt-link.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { customerAccount, choices, typed, errors, isFirst, loaded } = await loadHistory(request, context)
  const status = errors ? 400 : 200
  if (!loaded) return data({ choices, typed, errors, shown: null }, status)
  const { account, payments, months } = loaded
  const { config } = context
  const results = payments && {
    payments: payments.data.map((payment) =>
      viewOfPayment(payment, {
        timeZone: config.timeZone,
        receipt: receiptLink(payment.receiptUrl, config),
      }),
    ),
    total: totalInWords(payments.meta, typed.status),
    isFirst,
    nextCursor: payments.meta.nextCursor,
  }
  return data(
    {
      choices,
      typed,
      errors,
      shown: {
        account,
        named: nameAccount(account, customerAccount),
        mayPay: customerAccount ? rightsOf(customerAccount).pay : true,
        results,
        charges: months && viewOfCharges(months),
        lacksCharges: months === null,
      },
    },
    status,
  )
}

export default function HistoryScreen() {
  const { choices, typed, errors, shown } = useLoaderData<typeof loader>()
  return (
    <>
      <AccountSwitcher choices={choices} to={(account) => paths.history({ account, ...typed })} />
      {shown ? <HistoryPage {...shown} typed={typed} errors={errors} /> : <NoAccount />}
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => {
  const isFurther = args.data?.shown?.results?.isFirst === false
  const title = titleOfAccount(titleOfPart(HISTORY_TITLE, isFurther), args.data?.choices)
  return pageMeta(args.data?.errors ? `Ошибка: ${title}` : title, args)
}
