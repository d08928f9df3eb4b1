import type { AppLoadContext } from '@remix-run/node'
import type { Account } from 'contract/accounts'
import type { Autopayment } from 'contract/autopayments'
import type { Basket } from 'contract/basket'
import type { Payment } from 'contract/payments'
import { formatMoment } from 'format/dates'
import type { Refresh } from '~/document/no-script-refresh'
import type { PortalConfig } from '~/server/config.server'
import { qrPicture } from '~/server/pages/draw-qr.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { bankLink } from '~/server/payments/bank-page.server'
import { receiptLink } from '~/server/payments/receipt-link.server'
import { hasFeature } from '~/server/upstream/features.server'
import { viewOfBasket } from './basket-result.server'
import { readSeries, resultInSeries } from './basket-series.server'
import {
  type AutopaymentOutcome,
  type ResultPage,
  type ResultView,
  type SbpCode,
  viewOfResult,
} from './payment-result'
import { isPoll, nothingNew, queryOfPage } from './poll'

/** The refresh interval of a page without scripts. */
const REFRESH_S = 10
const MAX_REFRESHES = 6

export interface LoadedResult {
  /** Null when polling and the API could not be reached. */
  view: ResultView | null
  /** This page's address without the refresh count. */
  again: string
  /** How a pending page without scripts refreshes; null after the last refresh. */
  refresh: Refresh | null
}

/**
 * Loads the payment of `?payment=`, or of `?basket=` for several accounts, for a result page; nothing else in the address
 * is trusted. Throws the screen of a failure, except when the page's scripts poll.
 */
export const loadResult = async (
  request: Request,
  context: AppLoadContext,
  api: Api,
  page: ResultPage,
): Promise<LoadedResult> => {
  const { config } = context
  const { pathname, searchParams } = new URL(request.url)
  const id = searchParams.get('payment')
  const basket = id ? null : await basketIn(searchParams, context, page)
  if (basket) return loadBasketResult(request, config, api, basket)
  const viewOf = (
    payment: Payment | null,
    accounts: readonly Account[] | null = null,
    autopaymentOutcome?: AutopaymentOutcome,
  ) =>
    viewOfResult(page, payment, {
      accounts,
      timeZone: config.timeZone,
      now: new Date(),
      bankPage: bankLink(payment?.confirmationUrl, config),
      receipt: receiptLink(payment?.receiptUrl, config),
      code: payment && sbpCode(payment, { timeZone: config.timeZone, now: new Date() }),
      ...(autopaymentOutcome ? { autopaymentOutcome } : {}),
    })
  if (!id) return { view: viewOf(null), again: pathname, refresh: null }

  const call = page === 'guest' ? 'guestPaymentState' : 'personalPaymentState'
  const again = `${pathname}?${new URLSearchParams({ payment: id })}`
  /** Loads accounts and autopayments after the payment: loading the payment may settle it, and that changes them. */
  const viewAfter = async (
    payment: Payment,
    autopaymentsOf: () => Promise<readonly Autopayment[] | null>,
  ) => {
    const [accounts, autopayments] = await Promise.all([
      page === 'guest' ? null : accountsAfter(payment, api),
      page === 'autopayment' && payment.status !== 'canceled' ? autopaymentsOf() : null,
    ])
    return viewOf(payment, accounts, autopayments ? outcomeOfFirstPayment(payment, autopayments) : undefined)
  }
  if (isPoll(request)) {
    const result = await api.submit(call, { id })
    if (!result.ok) return { view: null, again, refresh: null }
    let isKnown = true
    const view = await viewAfter(result.answer.data, async () => {
      const autopayments = await api.submit('autopayments', {})
      isKnown = autopayments.ok
      return autopayments.ok ? autopayments.answer.data : null
    })
    return { view: isKnown ? view : null, again, refresh: null }
  }
  const { data } = await api.load(call, { id })
  const shown = await viewAfter(data, async () => (await api.load('autopayments', {})).data)
  return { view: shown, again, refresh: refreshOf(shown, again, searchParams) }
}

/** The customer's accounts with their balances after the payment; null if it is pending, or if they can't be loaded. */
const accountsAfter = async (
  { status }: Pick<Payment, 'status'>,
  api: Api,
): Promise<readonly Account[] | null> =>
  status === 'pending' ? null : ((await api.loadIfPossible('accounts', { query: {} }))?.data ?? null)

/** The id of the basket in the address; null if there is none, or if the API has no baskets. */
const basketIn = async (
  searchParams: URLSearchParams,
  { baseData }: AppLoadContext,
  page: ResultPage,
): Promise<string | null> => {
  const id = page === 'personal' ? searchParams.get('basket') : null
  return id && hasFeature(await baseData.current(), 'basket') ? id : null
}

const loadBasketResult = async (
  request: Request,
  config: PortalConfig,
  api: Api,
  id: string,
): Promise<LoadedResult> => {
  const { pathname, searchParams } = new URL(request.url)
  const series = readSeries(searchParams)
  const again = resultInSeries(pathname, series, id)
  const viewOf = async (basket: Basket) =>
    viewOfBasket(basket, {
      earlier: await loadBaskets(api, series.earlier),
      rest: series.rest,
      accounts: await accountsAfter(basket, api),
      now: new Date(),
      bankPage: bankLink(basket.confirmationUrl, config),
      code: sbpCode(basket, { timeZone: config.timeZone, now: new Date() }),
    })
  if (isPoll(request)) {
    const result = await api.submit('basket', { id })
    return { view: result.ok ? await viewOf(result.answer.data) : null, again, refresh: null }
  }
  const { data } = await api.load('basket', { id })
  const shown = await viewOf(data)
  return { view: shown, again, refresh: refreshOf(shown, again, searchParams) }
}

/** Leaves out baskets that can't be loaded. */
const loadBaskets = async (api: Api, ids: readonly string[]): Promise<Basket[]> => {
  const answers = await Promise.all(ids.map((id) => api.loadIfPossible('basket', { id })))
  return answers.flatMap((answer) => answer?.data ?? [])
}

const refreshOf = (
  { state }: Pick<ResultView, 'state'>,
  again: string,
  searchParams: URLSearchParams,
): Refresh | null => {
  const tries = triesOf(searchParams.get('try'))
  return state === 'pending' && tries < MAX_REFRESHES
    ? { to: `${again}&try=${tries + 1}`, seconds: REFRESH_S }
    : null
}

/** An invalid count is taken for the last one, so that no address refreshes for ever. */
const triesOf = (tries: string | null) => {
  if (tries === null) return 0
  return /^[1-9]$/.test(tries) ? Number(tries) : MAX_REFRESHES
}

/** The QR code of a pending payment through SBP; null for any other payment. */
const sbpCode = (
  { status, qr, expiresAt }: Pick<Payment, 'status' | 'qr' | 'expiresAt'>,
  { timeZone, now }: { timeZone: string; now: Date },
): SbpCode | null => {
  if (status !== 'pending' || !qr) return null
  return {
    drawing: qrPicture(qr),
    validUntil: expiresAt ? formatMoment(expiresAt, timeZone) : null,
    isExpired: Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= now.getTime(),
  }
}

/**
 * Loads a result page for customers. If the API can't say who the customer is, a poll gets no redirect and changes
 * nothing.
 */
export const loadOwnResult = async (
  request: Request,
  context: AppLoadContext,
  page: Exclude<ResultPage, 'guest'>,
): Promise<LoadedResult> => {
  const { visitor } = context
  if (isPoll(request) && !(await visitor.currentUser()) && visitor.userFailure) return nothingNew
  // The login leads back to the page, and not to its poll.
  const { api } = await requireUser(request, { ...context, query: queryOfPage(context.query) })
  return loadResult(request, context, api, page)
}

/** Derived from the customer's autopayments. */
const outcomeOfFirstPayment = (
  { id, account, status }: Payment,
  autopayments: readonly Autopayment[],
): AutopaymentOutcome => {
  const own =
    autopayments.find(({ firstPayment }) => firstPayment === id) ??
    autopayments.find(({ lastPayment }) => lastPayment?.id === id)
  if (status === 'pending') return own ? 'connected' : 'removed'
  if (own) return outcomeOf(own)
  // An API without `firstPayment` names only the last payment, which may be a later one.
  const pays = autopayments.some((one) => one.account === account && outcomeOf(one) === 'connected')
  return pays ? 'connected' : 'not working'
}

const outcomeOf = ({ status, method }: Autopayment): AutopaymentOutcome => {
  if (status === 'active' || status === 'pending') return 'connected'
  return status === 'failed' && !method ? 'card not saved' : 'not working'
}
