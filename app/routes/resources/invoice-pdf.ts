import type { LoaderFunctionArgs } from '@remix-run/node'
import { today } from 'format/dates'
import { invoicePaper } from '~/features/invoices/invoice-paper.server'
import { viewOfInvoice } from '~/features/invoices/invoice-view'
import { loadInvoice } from '~/features/invoices/load-invoice.server'
import { pdfResponse } from '~/features/invoices/paper/pdf-response.server'
import { paymentCode } from '~/features/invoices/payment-order-qr.server'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { timeZone } = context.config
  const { invoice, paidOn } = await loadInvoice(request, await requireUser(request, context), timeZone)
  if (!invoice) throw pageNotFound(request)
  const view = viewOfInvoice(invoice, { today: today(timeZone, new Date()), timeZone, paidOn })
  const name = `Квитанция ${invoice.account} ${invoice.period}`
  const latinName = `invoice-${invoice.period}`
  return pdfResponse(invoicePaper(view, paymentCode(invoice)), { name, latinName }, context)
}
