import { addMonths, formatPeriod } from 'format/dates'
import type { LoadedExplanation } from './load-explanation.server'
import type { ComparedMonths } from './months-form'

export const monthsOf = ({ account, period, against, periods }: LoadedExplanation): ComparedMonths => {
  const known = new Set<string>([...periods, period, ...(against ? [against] : [])])
  const invoiced = (months: number) => {
    const then = addMonths(period, -months)
    return periods.some((other) => other === then) ? then : null
  }
  return {
    account,
    period,
    against,
    choices: [...known]
      .sort()
      .reverse()
      .map((value) => ({ value, title: formatPeriod(value) })),
    monthAgo: invoiced(1),
    yearAgo: invoiced(12),
  }
}
