import { maskAddress } from 'api/accounts'
import { networkOf, type Visitor } from 'api/http/visitor'
import { findAccountToPay } from './accounts-to-pay.repository'
import type { PaymentRoutesDeps } from './payment-routes.deps'
import { PaymentError } from './payments.errors'
import { whyUnpayable } from './unpayable.repository'

/** Tells anybody who knows an account's number as much of it as is needed to pay for the right one. */
export const payCheckService = ({
  config,
  database: { db },
  limiter,
  payments,
}: Pick<PaymentRoutesDeps, 'config' | 'database' | 'limiter' | 'payments'>) => ({
  async check({ account, visitor, now }: { account: string; visitor: Visitor; now: Date }) {
    const network = networkOf(visitor.address)
    await limiter.admit([{ limit: 'payChecksPerAddress', by: [network] }], now)
    const found = await findAccountToPay(db, account)
    if (!found) {
      // Guesses end here, while those behind the same address who have a bill can still pay.
      await limiter.admit([{ limit: 'unknownAccountsPerAddress', by: [network] }], now)
      throw new PaymentError({ code: 'unknown_account', account })
    }
    const why = await whyUnpayable(db, payments.gateway, account)
    if (why) throw new PaymentError({ code: why })
    return {
      account,
      addressMasked: maskAddress(found.address),
      ...(config.guestBalance && { balance: found.balance }),
    }
  },
})
