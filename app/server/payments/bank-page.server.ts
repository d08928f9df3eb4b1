import type { PortalConfig } from '../config.server'
import { AMBIGUOUS, sitePath } from '../http/redirects.server'

/**
 * The confirmation URL if it is allowed: on the portal's origin or one of PAYMENT_ORIGINS. Null for any other, and for
 * one that browsers could parse differently.
 */
export const bankPage = (
  confirmationUrl: string | null | undefined,
  { publicUrl, paymentOrigins }: Pick<PortalConfig, 'publicUrl' | 'paymentOrigins'>,
): string | null => {
  if (!confirmationUrl || AMBIGUOUS.test(confirmationUrl)) return null
  if (!/^https?:\/\//i.test(confirmationUrl)) return null
  let url: URL
  try {
    url = new URL(confirmationUrl)
  } catch {
    return null
  }
  const isAllowed = url.origin === publicUrl.origin || paymentOrigins.includes(url.origin)
  return isAllowed && !url.username && !url.password ? url.href : null
}

/** Whether the payer scans the QR code on the portal's own page; false where the link beside it is not allowed. */
export const paysByQr = (
  { qr, confirmationUrl }: { qr?: string | null | undefined; confirmationUrl?: string | null | undefined },
  config: Pick<PortalConfig, 'publicUrl' | 'paymentOrigins'>,
): boolean => Boolean(qr) && (!confirmationUrl || bankPage(confirmationUrl, config) !== null)

/** The same URL for a link: a path when it is on the portal's origin, otherwise https only. */
export const bankLink = (
  confirmationUrl: string | null | undefined,
  config: Pick<PortalConfig, 'publicUrl' | 'paymentOrigins'>,
): string | null => {
  const page = bankPage(confirmationUrl, config)
  if (!page) return null
  const { origin, protocol, pathname, search } = new URL(page)
  if (origin === config.publicUrl.origin) return sitePath(pathname + search, config.publicUrl)
  return protocol === 'https:' ? page : null
}
