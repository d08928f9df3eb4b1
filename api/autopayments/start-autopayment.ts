import type { Queries } from 'api/db/database'
import { type Autopayment, newestPeriodOf, updateAutopayment } from './autopayments.repository'
import { monthlyChargeAt, nextMonthlyPeriod, planAt } from './charge-days'

/** When the next run of a monthly autopayment is to be planned; null for one that waits for invoices. */
export const nextPlanAt = (
  { rule, day, plannedThrough }: Pick<Autopayment, 'rule' | 'day' | 'plannedThrough'>,
  { now, timeZone }: { now: Date; timeZone: string },
): string | null => {
  if (rule !== 'monthly' || day === null) return null
  const period = nextMonthlyPeriod(day, { now, after: plannedThrough, timeZone })
  return planAt(monthlyChargeAt(day, period, timeZone)).toISOString()
}

/**
 * Charges from now on: a monthly one on its next day, the other one the next invoice that comes. What was there before is
 * for the customer to pay by hand. The autopayment is locked.
 */
export const resumeAutopayment = async (
  trx: Queries,
  autopayment: Autopayment,
  { now, timeZone }: { now: Date; timeZone: string },
) => {
  const { id, account, rule } = autopayment
  await updateAutopayment(trx, id, {
    status: 'active',
    fail_reason: null,
    next_plan_at: nextPlanAt(autopayment, { now, timeZone }),
    ...(rule === 'invoice' ? { planned_through: await newestPeriodOf(trx, account) } : {}),
  })
}
