import type { Account } from 'contract/accounts'
import type { Invoice } from 'contract/invoices'
import { type Api, pageNotFound, type requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'

import type { StatementInvoices } from './statement-paper.server'

interface BilledAccount {
  account: Account
  /** Null: none is issued yet. */
  newest: Invoice | null
  /** Of all invoices, oldest first. */
  periods: readonly string[]
}

/** The year of `?year=`; null where it is left out. Throws the 404 screen for anything but a year. */
export const namedYear = (request: Request): string | null => {
  const year = new URL(request.url).searchParams.get('year')
  if (!year) return null
  if (!/^\d{4}$/.test(year)) throw pageNotFound(request)
  return year
}

/** The account of `?account=`, by default the page's, with its newest invoice. Throws the 404 screen where there is none. */
export const loadBilledAccount = async (
  request: Request,
  guarded: Awaited<ReturnType<typeof requireUser>>,
): Promise<BilledAccount> => {
  const { account, loaded } = await forPageAccount(request, guarded, (id) =>
    guarded.api.load('invoice', { id, body: {} }),
  )
  if (!account || !loaded) throw pageNotFound(request)
  return { account, newest: loaded.data, periods: [...new Set(loaded.periods)].sort() }
}

/** The invoices of a year, and the first one after it. Null: the year has none. */
export const loadYear = async (
  api: Api,
  { account: { account: id }, newest, periods }: BilledAccount,
  year: string,
): Promise<StatementInvoices | null> => {
  const load = async (period: string) => {
    if (newest?.period === period) return newest
    const { data } = await api.load('invoice', { id, body: { period } })
    // The sums would be wrong: not the invoice that was asked for.
    if (data?.period !== period) throw new Response(null, { status: 502 })
    return data
  }
  const ofYear = periods.filter((period) => period.startsWith(`${year}-`))
  if (ofYear.length === 0) return null
  const nextPeriod = periods.find((period) => period > `${year}-12`)
  const [[first, ...others], next] = await Promise.all([
    Promise.all(ofYear.map(load)),
    nextPeriod === undefined ? null : load(nextPeriod),
  ])
  return first ? { year, invoices: [first, ...others], next } : null
}
