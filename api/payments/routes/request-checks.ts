import { fieldsRefused } from 'api/refusal'
import { noMethod, type PaymentKind } from 'contract/payments'
import { accountsAtOnceInWords } from 'format/account'
import type { PaymentRoutesDeps } from '../processing/payments'

const notThisSite = 'Адрес возврата должен вести на этот сайт'

const longestReturnAddress = 2_000

/** Checks that depend on the portal's address and on the gateway, which the rules of the contract do not know. */
export const requestChecks = ({ config, payments }: Pick<PaymentRoutesDeps, 'config' | 'payments'>) => {
  const { accountsAtOnce, paymentKinds } = payments.gateway
  const { origin } = new URL(config.publicUrl)

  return {
    /**
     * Throws a Refusal for a kind of payment that the gateway does not take, and for a return address on another site: a
     * bank must not be made to send a payer there.
     */
    checkKindAndReturn({
      kind,
      successUrl,
      failedUrl,
    }: {
      kind?: PaymentKind | undefined
      successUrl: string
      failedUrl: string
    }) {
      const errors = {
        ...(kind !== undefined && !paymentKinds.includes(kind) && { kind: [noMethod] }),
        ...(!isOnSite(successUrl, origin) && { successUrl: [notThisSite] }),
        ...(!isOnSite(failedUrl, origin) && { failedUrl: [notThisSite] }),
      }
      if (Object.keys(errors).length > 0) throw fieldsRefused(errors)
    },

    /** Throws a Refusal for more accounts than the gateway takes in one payment. */
    checkAccountCount(field: 'accounts' | 'parts', accounts: readonly unknown[]) {
      if (accounts.length > accountsAtOnce)
        throw fieldsRefused({ [field]: [accountsAtOnceInWords(accountsAtOnce)] })
    },
  }
}

const isOnSite = (text: string, origin: string) => {
  if (text.length > longestReturnAddress) return false
  if (!/^https?:\/\//i.test(text) || /[\p{Cc} \\]/u.test(text)) return false
  try {
    const url = new URL(text)
    return url.origin === origin && url.username === '' && url.password === ''
  } catch {
    return false
  }
}
