import { paths } from '~/paths'
import type { PortalConfig } from '~/server/config.server'
import type { ResultPage } from './payment-result'

const pages: Readonly<Record<ResultPage, readonly [success: string, failed: string]>> = {
  guest: [paths.paySuccess, paths.payFailed],
  personal: [paths.personalPaySuccess, paths.personalPayFailed],
  autopayment: [paths.autopaySuccess, paths.autopayFailed],
}

/** Where the bank sends the visitor back to, as whole addresses. */
export const returnAddresses = ({ publicUrl }: Pick<PortalConfig, 'publicUrl'>, page: ResultPage) => {
  const [success, failed] = pages[page]
  return { successUrl: publicUrl.origin + success, failedUrl: publicUrl.origin + failed }
}
