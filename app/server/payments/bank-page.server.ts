import type { PortalConfig } from '../config.server'
import { MISREAD, sitePath } from '../http/redirects.server'

/**
 * A confirmation address that may be followed: on the portal's own origin or one of the bank's. Null for any other,
 * and for what browsers could read in another way than we do.
 */
export const bankPage = (
  confirmationUrl: string | null | undefined,
  { publicUrl, paymentOrigins }: Pick<PortalConfig, 'publicUrl' | 'paymentOrigins'>,
): string | null => {
  if (!confirmationUrl || MISREAD.test(confirmationUrl)) return null
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

/** The same page as a link may name it: a path where it stands on the portal's own origin. */
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
