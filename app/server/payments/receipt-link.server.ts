import { linkTarget } from '~/ui/link/link-target'
import type { PortalConfig } from '../config.server'
import { publicAddress } from '../http/redirects.server'

/**
 * The absolute URL of a fiscal receipt for a link: a path when it is on the portal's origin, otherwise https only. Null
 * for any other.
 */
export const receiptLink = (
  receiptUrl: string | null | undefined,
  { publicUrl }: Pick<PortalConfig, 'publicUrl'>,
): string | null => {
  if (!receiptUrl || !/^https?:\/\//i.test(receiptUrl)) return null
  const address = publicAddress(receiptUrl, publicUrl)
  if (!address) return null
  const link = address.kind === 'site' ? address.path : address.url
  return linkTarget(link) ? link : null
}

/** The same URL for a file that is opened elsewhere. */
export const receiptPage = (
  receiptUrl: string | null | undefined,
  config: Pick<PortalConfig, 'publicUrl'>,
): string | null => {
  const link = receiptLink(receiptUrl, config)
  return link === null ? null : new URL(link, config.publicUrl).href
}
