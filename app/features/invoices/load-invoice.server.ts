import type { AccountNumber } from 'contract/identifiers'
import type { Invoice } from 'contract/invoices'
import type { Payment } from 'contract/payments'
import { type Period, period as periodShape } from 'contract/time'
import { dayOf } from 'format/dates'
import { rightsOf } from '~/layouts/page-account'
import { type Api, pageNotFound } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'

/** The invoice of `?account=` and `?period=`; by default the newest one of the page's account. */
export const loadInvoice = async (
  request: Request,
  guarded: { api: Api; defaultAccount: AccountNumber | null },
  timeZone: string,
) => {
  const period = periodInAddress(request, 'period')
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

const MOST_PAYMENTS = '100'

/**
 * The day on which an invoice was paid in full, from the payments since its issue. Null: it is not paid, no payment was
 * needed, or the history does not show it.
 */
const loadPaidDay = async (api: Api, invoice: Invoice | null, timeZone: string): Promise<string | null> => {
  if (invoice?.status !== 'paid' || invoice.total + invoice.paid <= 0) return null
  const query = {
    from: dayOf(invoice.issuedAt, timeZone),
    status: 'succeeded',
    limit: MOST_PAYMENTS,
  } as const
  const history = await api.loadIfPossible('history', { id: invoice.account, query })
  // Only the newest payments: payments for the invoice came before them.
  if (!history || history.meta.nextCursor !== null) return null
  return paidDay(invoice, history.data, timeZone)
}

/** `payments` since the issue, newest first. Refunds are not payments, so a refunded part pays nothing. */
const paidDay = (
  { issuedAt, total, paid }: Pick<Invoice, 'issuedAt' | 'total' | 'paid'>,
  payments: readonly Payment[],
  timeZone: string,
): string | null => {
  let unpaid = total + paid
  for (const payment of payments.toReversed()) {
    const at = payment.paidAt ?? payment.createdAt
    if (payment.status !== 'succeeded' || isBefore(at, issuedAt)) continue
    unpaid -= payment.amount - (payment.refunded ?? 0)
    if (unpaid <= 0) return dayOf(at, timeZone)
  }
  return null
}

/** A payment before the issue is in the opening balance. An issue without a time is the start of its day. */
const isBefore = (at: string, issuedAt: string) => Date.parse(at) < Date.parse(issuedAt)

/** The month in a page's address; null if there is none. Throws the 404 screen for a text that is no month. */
export const periodInAddress = (request: Request, name: 'period' | 'against'): Period | null => {
  const text = new URL(request.url).searchParams.get(name)
  if (!text) return null
  const parsed = periodShape.safeParse(text)
  if (!parsed.success) throw pageNotFound(request)
  return parsed.data
}
