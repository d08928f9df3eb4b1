import { paths } from '~/paths'
import type { PortalConfig } from '~/server/config.server'
import type { ResultPage } from './payment-result'

const pages: Readonly<Record<ResultPage, readonly [success: string, failed: string]>> = {
  guest: [paths.paySuccess, paths.payFailed],
  personal: [paths.personalPaySuccess, paths.personalPayFailed],
  autopayment: [paths.autopaySuccess, paths.autopayFailed],
}

/** The absolute URLs that the bank returns the visitor to. */
export const returnAddresses = ({ publicUrl }: Pick<PortalConfig, 'publicUrl'>, page: ResultPage) => {
  const [success, failed] = pages[page]
  return { successUrl: publicUrl.origin + success, failedUrl: publicUrl.origin + failed }
}
