import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadInvoice } from '~/features/invoices/load-invoice.server'
import { paymentCodePng } from '~/features/invoices/payment-order-qr.server'
import { attachment } from '~/server/http/attachment.server'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const guarded = await requireUser(request, context)
  const { invoice } = await loadInvoice(request, guarded, context.config.timeZone)
  const png = invoice && paymentCodePng(invoice)
  if (!png) throw pageNotFound(request)
  return new Response(new Uint8Array(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Disposition': attachment(
        `QR-код ${invoice.account} ${invoice.period}.png`,
        `qr-${invoice.period}.png`,
      ),
    },
  })
}
