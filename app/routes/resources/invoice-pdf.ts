import type { LoaderFunctionArgs } from '@remix-run/node'
import { today } from 'format/dates'
import { cachedInvoicePdf } from '~/features/invoices/cached-invoice-pdf.server'
import { viewOfInvoice } from '~/features/invoices/invoice-view'
import { loadInvoice } from '~/features/invoices/load-invoice.server'
import { paymentCode } from '~/features/invoices/payment-order-qr.server'
import { companyContact } from '~/server/pages/company-name.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { timeZone } = context.config
  const { invoice, paidOn } = await loadInvoice(request, await requireUser(request, context), timeZone)
  if (!invoice) throw new Response('Page Not Found: /personal/invoice.pdf', { status: 404 })
  const view = viewOfInvoice(invoice, { today: today(timeZone, new Date()), timeZone, paidOn })
  const pdf = await cachedInvoicePdf({
    view,
    company: await companyContact(context),
    code: paymentCode(invoice),
  })
  const name = `Квитанция ${invoice.account} ${invoice.period}.pdf`
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="invoice-${invoice.period}.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  })
}
