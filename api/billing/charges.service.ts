import { type OwnAccount, requireRight } from 'api/accounts'
import { addMonths, today } from 'format/dates'
import { startOfDay } from 'format/local-hour'
import { findCharges, findPaidDays, findRefundedPayments, type IssuedCharge } from './invoices.repository'
import type { BillingDeps } from './invoices.service'

interface MonthOfCharges {
  period: string
  /** Lines and penalty of the period's invoice. */
  charged: number
  /** Paid from the day of this invoice until the next one, less later refunds of these payments. */
  paid: number
}

const defaultMonths = 24

/** Charged and paid by month. Throws AccessRefused for accounts that the customer may not see. */
export function chargesService({ config, database: { db } }: Pick<BillingDeps, 'config' | 'database'>) {
  const dayOf = (moment: string) => today(config.timeZone, new Date(moment))

  return {
    /** The newest billed months, oldest first. A month without an invoice between others has zeros. */
    async byMonth(
      { account, ...own }: OwnAccount & { now: Date },
      months = defaultMonths,
    ): Promise<MonthOfCharges[]> {
      await requireRight(db, { account, ...own }, 'view')
      const newest = await findCharges(db, { account, limit: months })
      const oldestPeriod = addMonths(newest[0]?.period ?? '1970-01', 1 - months)
      const issued = newest.filter(({ period }) => period >= oldestPeriod).reverse()
      const [first] = issued
      if (!first) return []
      const paid = await findPaidDays(db, { account, since: first.issuedAt })
      const since = startOfDay(first.issuedAt, config.timeZone).toISOString()
      const refunded = (await findRefundedPayments(db, { account, since })).map((payment) => ({
        day: dayOf(payment.createdAt),
        amount: -payment.refunded,
      }))
      return fillGaps(addPaid(issued, [...paid, ...refunded]))
    },
  }
}

function addPaid(issued: IssuedCharge[], days: { day: string; amount: number }[]): MonthOfCharges[] {
  return issued.map(({ period, issuedAt, charged }, index) => {
    const nextAt = issued[index + 1]?.issuedAt
    const paid = days
      .filter(({ day }) => day >= issuedAt && (nextAt === undefined || day < nextAt))
      .reduce((sum, { amount }) => sum + amount, 0)
    return { period, charged, paid }
  })
}

function fillGaps(months: MonthOfCharges[]): MonthOfCharges[] {
  return months.flatMap((month, index) => {
    const filled = [month]
    const next = months[index + 1]?.period
    for (let period = addMonths(month.period, 1); next && period < next; period = addMonths(period, 1)) {
      filled.push({ period, charged: 0, paid: 0 })
    }
    return filled
  })
}
