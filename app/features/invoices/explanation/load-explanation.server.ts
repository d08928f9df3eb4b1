import type { AppLoadContext } from '@remix-run/node'
import type { Explanation } from 'contract/explanation'
import type { Invoice } from 'contract/invoices'
import { problemCodes } from 'contract/problem'
import type { Period } from 'contract/time'
import { addMonths, formatPeriod } from 'format/dates'
import { requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { periodInAddress } from '../load-invoice.server'
import type { ComparedMonths } from './months-form'

/** The data of a page that compares two invoices. */
interface LoadedExplanation {
  account: string
  /** The explained invoice; by default the newest one. */
  period: Period
  /** The month in the address; null: the month before. */
  against: Period | null
  /** Of all invoices, newest first. */
  periods: Period[]
  /** Null: there is nothing to compare with. */
  explanation: Explanation | null
  /** The explained invoice; null: it no longer exists. */
  invoice: Invoice | null
}

/** The explanation of `?account=`, `?period=` and `?against=`; `loaded` is null for an account without invoices. */
export const loadExplanation = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const named = { period: periodInAddress(request, 'period'), against: periodInAddress(request, 'against') }
  const { api } = guarded

  /** The named invoice, or the newest; all of them are listed beside it. */
  const invoiceOf = async (id: string) => {
    const body = named.period ? { period: named.period } : {}
    const { data: invoice, periods } = await api.load('invoice', { id, body })
    return { invoice, periods: invoice && periods.length === 0 ? [invoice.period] : periods }
  }
  const explanationOf = async (id: string, period: Period): Promise<Explanation | null> => {
    const query = { period, ...(named.against && { against: named.against }) }
    const answer = named.against
      ? await api.load('invoiceExplanation', { id, query })
      : await api.loadUnless(problemCodes.nothingToCompare, 'invoiceExplanation', { id, query })
    return answer?.data ?? null
  }

  const load = async (account: string): Promise<LoadedExplanation | null> => {
    if (named.period) {
      const { period } = named
      const [listed, explanation] = await Promise.all([invoiceOf(account), explanationOf(account, period)])
      return { account, period, against: named.against, ...listed, explanation }
    }
    const listed = await invoiceOf(account)
    const [period] = listed.periods
    if (!period) return null
    return {
      account,
      period,
      against: named.against,
      ...listed,
      explanation: await explanationOf(account, period),
    }
  }
  const { choices, loaded } = await forPageAccount(request, guarded, load)
  return { choices, loaded }
}

export const monthsOf = ({ account, period, against, periods }: LoadedExplanation): ComparedMonths => {
  const allPeriods = new Set<string>([...periods, period, ...(against ? [against] : [])])
  const periodAgo = (months: number) => {
    const then = addMonths(period, -months)
    return periods.some((other) => other === then) ? then : null
  }
  return {
    account,
    period,
    against,
    choices: [...allPeriods]
      .sort()
      .reverse()
      .map((value) => ({ value, title: formatPeriod(value) })),
    monthAgo: periodAgo(1),
    yearAgo: periodAgo(12),
  }
}
