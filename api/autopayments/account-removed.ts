import type { AccountHooks } from 'api/accounts'
import type { Log } from 'api/log'
import type { Payments } from 'api/payments'
import type { AutopaymentSite } from './autopayments.letters'
import { cancelFirstPayments } from './cancel-first-payments'
import { stopForAccount } from './stop-for-account'

/** What autopayments make of an account that is taken off its customer's list. */
export const accountHooks = ({
  site,
  payments,
  log,
}: {
  site: AutopaymentSite
  payments: Pick<Payments, 'cancel'>
  log: Log
}): Pick<AccountHooks, 'accountRemoved'> => ({
  async accountRemoved(trx, account, now) {
    const firstPayments = await stopForAccount(trx, account, { site, now })
    return () => cancelFirstPayments({ payments, log }, firstPayments)
  },
})
