import { paths } from '~/paths'
import type { PortalConfig } from '~/server/config.server'

/** Where the bank sends the visitor back to, as whole addresses. */
export const returnAddresses = (
  { publicUrl }: Pick<PortalConfig, 'publicUrl'>,
  page: 'guest' | 'personal',
) => {
  const [success, failed] =
    page === 'guest'
      ? [paths.paySuccess, paths.payFailed]
      : [paths.personalPaySuccess, paths.personalPayFailed]
  return { successUrl: publicUrl.origin + success, failedUrl: publicUrl.origin + failed }
}
