import type { AppLoadContext } from '@remix-run/node'
import type { Payment } from 'contract/payments'
import type { Refresh } from '~/document/no-script-refresh'
import type { Api } from '~/server/pages/guards.server'
import { bankLink } from '~/server/payments/bank-page.server'
import { type BegunAutopayment, begunBy } from './begun-autopayment'
import { type ResultPage, type ResultView, viewOfResult } from './payment-result'

/** How a page without scripts refreshes itself. */
const REFRESH_S = 10
const MOST_REFRESHES = 6

export interface LoadedResult {
  /** Null: only a look whether anything has changed, and the API could not be asked just now. */
  view: ResultView | null
  /** This page without the count of its refreshes. */
  again: string
  /** How a pending page without scripts refreshes itself; null when it has done so often enough. */
  refresh: Refresh | null
}

/**
 * What a result page shows: the payment of `?payment=` as the API knows it, whatever else the address claims. Throws
 * the screen that a failure deserves, unless the page's scripts only look again (`&watch`).
 */
export const loadResult = async (
  request: Request,
  { config }: AppLoadContext,
  api: Api,
  page: ResultPage,
): Promise<LoadedResult> => {
  const { pathname, searchParams } = new URL(request.url)
  const id = searchParams.get('payment')
  const view = (payment: Payment | null, begun?: BegunAutopayment) =>
    viewOfResult(page, payment, {
      timeZone: config.timeZone,
      bankPage: bankLink(payment?.confirmationUrl, config),
      ...(begun ? { begun } : {}),
    })
  const viewOf = async (payment: Payment) =>
    page === 'autopayment' && payment.status === 'succeeded'
      ? view(payment, begunBy(payment, (await api.loadIfPossible('autopayments', {}))?.data ?? null))
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
    data.status === 'pending' && tries < MOST_REFRESHES
      ? { to: `${again}&try=${tries + 1}`, seconds: REFRESH_S }
      : null
  return { view: await viewOf(data), again, refresh }
}

/** Anything that this page did not write counts as the last one, so that no address refreshes for ever. */
const triesOf = (tries: string | null) => {
  if (tries === null) return 0
  return /^[1-9]$/.test(tries) ? Number(tries) : MOST_REFRESHES
}
