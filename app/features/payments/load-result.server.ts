import type { AppLoadContext } from '@remix-run/node'
import type { Payment } from 'contract/payments'
import type { Refresh } from '~/document/no-script-refresh'
import type { Api } from '~/server/pages/guards.server'
import { bankLink } from '~/server/payments/bank-page.server'
import { type AutopaymentOutcome, outcomeOfFirstPayment } from './autopayment-outcome'
import { type ResultPage, type ResultView, viewOfResult } from './payment-result'

/** The refresh interval of a page without scripts. */
const REFRESH_S = 10
const MAX_REFRESHES = 6

export interface LoadedResult {
  /** Null when polling (`&watch`) and the API could not be reached. */
  view: ResultView | null
  /** This page's address without the refresh count. */
  again: string
  /** How a pending page without scripts refreshes; null after the last refresh. */
  refresh: Refresh | null
}

/**
 * Loads the payment of `?payment=` for a result page; nothing else in the address is trusted. Throws the screen of a
 * failure, except when the page's scripts poll (`&watch`).
 */
export const loadResult = async (
  request: Request,
  { config }: AppLoadContext,
  api: Api,
  page: ResultPage,
): Promise<LoadedResult> => {
  const { pathname, searchParams } = new URL(request.url)
  const id = searchParams.get('payment')
  const view = (payment: Payment | null, begun?: AutopaymentOutcome) =>
    viewOfResult(page, payment, {
      timeZone: config.timeZone,
      bankPage: bankLink(payment?.confirmationUrl, config),
      ...(begun ? { begun } : {}),
    })
  const viewOf = async (payment: Payment) =>
    page === 'autopayment' && payment.status === 'succeeded'
      ? view(
          payment,
          outcomeOfFirstPayment(payment, (await api.loadIfPossible('autopayments', {}))?.data ?? null),
        )
      : view(payment)
  if (!id) return { view: view(null), again: pathname, refresh: null }

  const call = page === 'guest' ? 'guestPaymentState' : 'personalPaymentState'
  const again = `${pathname}?${new URLSearchParams({ payment: id })}`
  if (searchParams.has('watch')) {
    const result = await api.submit(call, { id })
    return { view: result.ok ? await viewOf(result.answer.data) : null, again, refresh: null }
  }
  const { data } = await api.load(call, { id })
  const tries = triesOf(searchParams.get('try'))
  const refresh =
    data.status === 'pending' && tries < MAX_REFRESHES
      ? { to: `${again}&try=${tries + 1}`, seconds: REFRESH_S }
      : null
  return { view: await viewOf(data), again, refresh }
}

/** An invalid count is taken for the last one, so that no address refreshes for ever. */
const triesOf = (tries: string | null) => {
  if (tries === null) return 0
  return /^[1-9]$/.test(tries) ? Number(tries) : MAX_REFRESHES
}
