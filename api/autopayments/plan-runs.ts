import type { Database, Queries } from 'api/db/database'
import { addMonths } from 'format/dates'
import {
  findMonthlyToPlan,
  findWithNewInvoice,
  lockFreeAutopayment,
  newestPeriodOf,
  updateAutopayment,
} from './autopayments.repository'
import { monthlyChargeAt, periodPlannedAt, planAt, soonestCharge } from './charge-days'
import { skipRun } from './end-runs'
import { insertRun } from './runs.repository'

export interface Planning {
  timeZone: string
  now: Date
}

const atOnce = 50

/** Plans the runs of monthly autopayments whose day is near. Whether any was planned, so that there may be more. */
export const planMonthly = async (database: Database, planning: Planning): Promise<boolean> => {
  const ids = await findMonthlyToPlan(database.db, planning.now.toISOString(), atOnce)
  for (const id of ids) await database.transaction((trx) => planOne(trx, id, planning), 'read committed')
  return ids.length > 0
}

/** Plans the runs of new invoices. Whether any was planned, so that there may be more. */
export const planInvoices = async (database: Database, planning: Planning): Promise<boolean> => {
  const ids = await findWithNewInvoice(database.db, atOnce)
  for (const id of ids) await database.transaction((trx) => planNewest(trx, id, planning), 'read committed')
  return ids.length > 0
}

const planOne = async (trx: Queries, id: string, { timeZone, now }: Planning) => {
  const autopayment = await lockFreeAutopayment(trx, id)
  if (!autopayment || autopayment.nextPlanAt === null || autopayment.day === null) return
  const { day } = autopayment
  const planned = new Date(autopayment.nextPlanAt)
  if (planned > now) return
  const chargeIn = (period: string) => monthlyChargeAt(day, period, timeZone)
  let period = periodPlannedAt(planned, timeZone)
  let next = addMonths(period, 1)
  // Months in which no server ran are told of and not made up for: the fixed sum is taken once.
  while (planAt(chargeIn(next)) <= now) {
    const missed = await insertRun(trx, {
      autopaymentId: id,
      period,
      chargeAt: chargeIn(period),
      dueAt: chargeIn(period),
    })
    if (missed) await skipRun(trx, missed, { reason: 'missed', at: now.toISOString() })
    period = next
    next = addMonths(period, 1)
  }
  await insertRun(trx, { autopaymentId: id, period, chargeAt: chargeIn(period), dueAt: now })
  await updateAutopayment(trx, id, {
    planned_through: period,
    next_plan_at: planAt(chargeIn(next)).toISOString(),
  })
}

const planNewest = async (trx: Queries, id: string, { timeZone, now }: Planning) => {
  const autopayment = await lockFreeAutopayment(trx, id)
  if (autopayment?.status !== 'active' || autopayment.deletedAt !== null) return
  // With its opening balance the newest invoice asks for whatever those before it have left.
  const period = await newestPeriodOf(trx, autopayment.account)
  // Stryker disable next-line ConditionalExpression,EqualityOperator,LogicalOperator: a period has one run; a second is not inserted
  if (period === null || period <= (autopayment.plannedThrough ?? '')) return
  await insertRun(trx, { autopaymentId: id, period, chargeAt: soonestCharge(now, timeZone), dueAt: now })
  await updateAutopayment(trx, id, { planned_through: period })
}
