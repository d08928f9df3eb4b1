import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Account } from 'contract/accounts'
import type { Invoice } from 'contract/invoices'
import { today } from 'format/dates'
import { formatRubles } from 'format/money'
import { pdfResponse } from '~/features/invoices/paper/pdf-response.server'
import {
  noDebtPaper,
  type StatementInvoices,
  statementPaper,
} from '~/features/invoices/statement/statement-paper.server'
import { paths } from '~/paths'
import { type Api, pageNotFound, requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

interface BilledAccount {
  account: Account
  /** `null` if the account has no invoice. */
  newest: Invoice | null
  /** The periods of all invoices, oldest first. */
  periods: readonly string[]
}

/** The year of `?year=`; `null` if it is left out. Throws the 404 screen for anything but a year. */
const yearInAddress = (request: Request): string | null => {
  const year = new URL(request.url).searchParams.get('year')
  if (!year) return null
  if (!/^\d{4}$/.test(year)) throw pageNotFound(request)
  return year
}

/** The account of `?account=` or the default one, with its newest invoice. Throws the 404 screen if there is no account. */
const loadBilledAccount = async (
  request: Request,
  guarded: Awaited<ReturnType<typeof requireUser>>,
): Promise<BilledAccount> => {
  const { account, loaded } = await forPageAccount(request, guarded, (id) =>
    guarded.api.load('invoice', { id, body: {} }),
  )
  if (!account || !loaded) throw pageNotFound(request)
  return { account, newest: loaded.data, periods: [...new Set(loaded.periods)].sort() }
}

/** The invoices of a year, and the first invoice after it. `null` if the year has no invoice. */
const loadYear = async (
  api: Api,
  { account: { account: id }, newest, periods }: BilledAccount,
  year: string,
): Promise<StatementInvoices | null> => {
  const load = async (period: string) => {
    if (newest?.period === period) return newest
    const { data } = await api.load('invoice', { id, body: { period } })
    // The invoice of another period would make the sums wrong.
    if (data?.period !== period) throw new Response(null, { status: 502 })
    return data
  }
  const periodsOfYear = periods.filter((period) => period.startsWith(`${year}-`))
  if (periodsOfYear.length === 0) return null
  const nextPeriod = periods.find((period) => period > `${year}-12`)
  const [[first, ...others], next] = await Promise.all([
    Promise.all(periodsOfYear.map(load)),
    nextPeriod === undefined ? null : load(nextPeriod),
  ])
  return first ? { year, invoices: [first, ...others], next } : null
}

/** With `?year=` the statement of that year, without it the paper that nothing is owed today. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const guarded = await requireUser(request, context)
  const year = yearInAddress(request)
  const billedAccount = await loadBilledAccount(request, guarded)
  const { account, newest } = billedAccount
  const number = account.account
  const day = today(context.config.timeZone, new Date())
  if (year === null) {
    const debt = Math.max(account.balance, newest?.total ?? 0)
    if (debt > 0) {
      const words = `Сведения об\u00a0отсутствии задолженности можно скачать, когда долга нет. Сейчас к\u00a0оплате ${formatRubles(debt)}.`
      throw redirectToInvoice(number, words, context)
    }
    const names = { name: `Долга нет, ${number}, ${day}`, latinName: `no-debt-${day}` }
    return pdfResponse(noDebtPaper(account, newest, day), names, context)
  }
  const invoices = await loadYear(guarded.api, billedAccount, year)
  if (!invoices) {
    const words = `За\u00a0${year}\u00a0год по\u00a0лицевому счёту ${number} квитанций нет.`
    throw redirectToInvoice(number, words, context)
  }
  const names = { name: `Справка за ${year} год, ${number}`, latinName: `statement-${year}` }
  return pdfResponse(statementPaper(invoices, day), names, context)
}

/** A download can't show a message, so the page that links to it shows it. */
const redirectToInvoice = (account: string, words: string, { flash, prefetch }: AppLoadContext) => {
  if (!prefetch) flash.next = newFlash('info', words, { stays: true })
  return redirect(paths.invoice(account))
}
