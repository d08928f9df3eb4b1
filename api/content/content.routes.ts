import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { notFound } from 'api/refusal'
import type { Feature } from 'contract/features'
import { mostAccountsAtOnce } from 'contract/limits'
import type { PaymentKind } from 'contract/payments'
import type { Content } from './content'
import { logoFolder } from './logo-file'

export function contentRoutes(
  router: Router<Customer>,
  {
    content,
    features,
    accountsAtOnce,
    paymentKinds,
    areNumbersDigits,
  }: {
    content: Content
    features: readonly Feature[]
    /** How many accounts one payment may have at the gateway. With 1 the portal offers no payments for several. */
    accountsAtOnce: number
    /** The kinds of payment that the gateway accepts. */
    paymentKinds: readonly PaymentKind[]
    /** Whether all account numbers consist of digits. */
    areNumbersDigits: () => Promise<boolean>
  },
) {
  router.open('baseData', async () => ({
    ...content.baseData(),
    features: features.filter((feature) => feature !== 'basket' || accountsAtOnce > 1),
    ...(accountsAtOnce < mostAccountsAtOnce && { accountsAtOnce }),
    ...(paymentKinds.length > 1 && { paymentKinds: [...paymentKinds] }),
    ...((await areNumbersDigits()) && { accountNumbers: 'digits' as const }),
  }))

  router.open('page', async ({ query }) => {
    const page = await content.page(query.path)
    if (!page) throw notFound()
    return page
  })

  router.hono.get(`${logoFolder}:name`, ({ req }) => {
    const logo = content.logo(req.param('name'))
    if (!logo) return new Response(null, { status: 404 })
    return new Response(logo.bytes, { headers: { 'content-type': logo.type, ...pictureHeaders } })
  })
}

/** An SVG that is opened by itself is a document: these headers disable its scripts and links. */
const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}
