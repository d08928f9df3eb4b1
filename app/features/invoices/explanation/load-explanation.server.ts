import type { AppLoadContext } from '@remix-run/node'
import type { Explanation } from 'contract/explanation'
import type { Invoice } from 'contract/invoices'
import { problemCodes } from 'contract/problem'
import type { Period } from 'contract/time'
import { addMonths, formatPeriod } from 'format/dates'
import { requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { namedPeriod } from '../load-invoice.server'
import type { ComparedMonths } from './months-form'

/** What a page about one invoice and another has to show. */
interface LoadedExplanation {
  account: string
  /** The explained invoice; by default the newest one. */
  period: Period
  /** What the address names; null: the month before. */
  against: Period | null
  /** Of all invoices, newest first. */
  periods: Period[]
  /** Null: there is nothing to compare with. */
  explanation: Explanation | null
  /** The explained invoice; null: it is not there any more. */
  invoice: Invoice | null
}

/** The explanation of `?account=`, `?period=` and `?against=`; `loaded` is null for an account without invoices. */
export const loadExplanation = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const named = { period: namedPeriod(request, 'period'), against: namedPeriod(request, 'against') }
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
  const invoiced = (months: number) => {
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
    monthAgo: invoiced(1),
    yearAgo: invoiced(12),
  }
}
