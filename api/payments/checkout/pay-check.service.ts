import { maskAddress } from 'api/accounts'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { PaymentRoutesDeps } from '../processing/payments'
import { PaymentError } from '../store/payments.errors'
import { whyUnpayable } from '../store/unpayable.repository'
import { findAccountToPay } from './accounts-to-pay.repository'
import { unknownNumbers } from './unknown-numbers'

/** Tells anybody who knows an account's number as much of it as is needed to pay for the right one. */
export const payCheckService = ({
  config,
  database: { db },
  limiter,
  payments,
}: Pick<PaymentRoutesDeps, 'config' | 'database' | 'limiter' | 'payments'>) => ({
  /**
   * Past the limit of unknown numbers the answer has the number alone, also for an unknown one. Throws PaymentError
   * (`unknown_account`, or why it can't be paid here) and LimitReached.
   */
  async check({ account, visitor, now }: { account: string; visitor: Visitor; now: Date }) {
    await limiter.admit([{ limit: 'payChecksPerAddress', by: [networkOf(visitor.address)] }], now)
    const withoutDetails = { account, billSumOnly: true }
    const unknown = unknownNumbers(limiter, { visitor, now })
    if (await unknown.isLimitReached()) return withoutDetails
    const accountToPay = await findAccountToPay(db, account)
    if (!accountToPay) {
      if (await unknown.count()) throw new PaymentError({ code: 'unknown_account', account })
      return withoutDetails
    }
    const why = await whyUnpayable(db, payments.gateway, account)
    if (why) throw new PaymentError({ code: why })
    return {
      account,
      addressMasked: maskAddress(accountToPay.address),
      ...(config.guestBalance && { balance: accountToPay.balance }),
    }
  },
})
