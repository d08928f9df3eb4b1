import type { AccountNumber } from 'contract/identifiers'
import { rightsOf } from '~/layouts/account-rights'
import type { Api } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { namedPeriod, pageNotFound } from './named-period.server'
import { loadPaidDay } from './paid-day.server'

/** The invoice of `?account=` and `?period=`; by default the newest one of the page's account. */
export const loadInvoice = async (
  request: Request,
  guarded: { api: Api; defaultAccount: AccountNumber | null },
  timeZone: string,
) => {
  const period = namedPeriod(request, 'period')
  const { account, choices, loaded } = await forPageAccount(request, guarded, (id) =>
    guarded.api.load('invoice', { id, body: period ? { period } : {} }),
  )
  if (period !== null && loaded && !loaded.data) throw pageNotFound(request)
  const invoice = loaded?.data ?? null
  return {
    /** Null where the list of accounts lacks it. */
    account,
    choices,
    mayPay: account ? rightsOf(account).pay : true,
    invoice,
    periods: loaded?.periods ?? [],
    paidOn: await loadPaidDay(guarded.api, invoice, timeZone),
  }
}
