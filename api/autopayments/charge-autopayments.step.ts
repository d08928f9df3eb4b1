import { findChargeHold } from 'api/db/charge-hold.repository'
import type { Database, Queries } from 'api/db/database'
import type { Payments } from 'api/payments'
import type { Step } from 'api/worker/worker'
import { addMonths } from 'format/dates'
import { errorFields, type Log } from 'monitoring/log'
import type { AutopaymentSite } from './autopayments.letters'
import {
  findMonthlyToPlan,
  findWithNewInvoice,
  lockFreeAutopayment,
  newestPeriodOf,
  updateAutopayment,
} from './autopayments.repository'
import { carryOutRun } from './carry-out-run'
import { monthlyChargeAt, periodPlannedAt, planAt, soonestCharge } from './charge-days'
import { skipRun } from './end-runs'
import { claimDueRun, insertRun } from './runs.repository'

/** The lease of a run, far longer than its one transaction takes. */
const leaseMs = 30_000
const mostAtOnce = 4
/** The most runs in one round, so that letters and other steps do not wait long. */
const mostARound = 50
const lookForInvoicesEveryMs = 60_000

interface ChargingOptions {
  database: Database
  payments: Payments
  site: AutopaymentSite
  clock: () => Date
  log: Log
  /** Letters have become due. */
  wakeJobs: () => void
}

/**
 * The step that plans the charges of autopayments, warns their customers a day ahead and charges. Several processes may
 * run it over one database, and it may be killed anywhere: an autopayment has one run a period, a run's attempt one payment.
 */
export const chargeAutopaymentsStep = (options: ChargingOptions): Step => {
  const { database, payments, clock, log } = options
  const charging = new Set<Promise<void>>()
  let lookForInvoicesAt = 0
  let hasLoggedHold = false

  // Errors are logged only: the payments' own step processes the stored intent again.
  const track = (work: Promise<void>, wake: () => void) => {
    const tracked = work
      .catch((error: unknown) => log.error(errorFields(error), 'a charge could not be made'))
      .finally(() => {
        charging.delete(tracked)
        wake()
      })
    charging.add(tracked)
  }

  /** Returns whether there may be more to plan. */
  const plan = async (now: Date): Promise<boolean> => {
    const context = { timeZone: options.site.timeZone, now }
    if (await planMonthly(database, context)) return true
    const ms = now.getTime()
    if (ms < lookForInvoicesAt && ms > lookForInvoicesAt - lookForInvoicesEveryMs) return false
    if (await planInvoices(database, context)) return true
    lookForInvoicesAt = ms + lookForInvoicesEveryMs
    return false
  }

  return {
    name: 'autopayments',
    async run(wake) {
      const hold = await findChargeHold(database.db)
      if (hold && !hasLoggedHold) log.error(hold, 'autopayments are on hold, as the database was restored')
      hasLoggedHold = hold !== undefined
      if (hold) return
      if (await plan(clock())) wake()
      for (let count = 0; count < mostARound; count++) {
        if (charging.size >= mostAtOnce) return
        const now = clock()
        const until = new Date(now.getTime() + leaseMs).toISOString()
        const run = await claimDueRun(database.db, { now: now.toISOString(), until })
        if (!run) return
        const payment = await carryOutRun({ ...options, now }, run)
        if (payment === null) options.wakeJobs()
        else track(payments.process(payment), wake)
      }
      wake()
    },
    async finish() {
      await Promise.all(charging)
    },
  }
}

export interface PlanContext {
  timeZone: string
  now: Date
}

const mostPlannedAtOnce = 50

/** Plans the runs of monthly autopayments whose day is near. Returns true if any was planned: there may be more. */
export const planMonthly = async (database: Database, context: PlanContext): Promise<boolean> => {
  const ids = await findMonthlyToPlan(database.db, context.now.toISOString(), mostPlannedAtOnce)
  for (const id of ids) await database.transaction((trx) => planOne(trx, id, context), 'read committed')
  return ids.length > 0
}

/** Plans the runs of new invoices. Returns true if any was planned: there may be more. */
export const planInvoices = async (database: Database, context: PlanContext): Promise<boolean> => {
  const ids = await findWithNewInvoice(database.db, mostPlannedAtOnce)
  for (const id of ids) await database.transaction((trx) => planNewest(trx, id, context), 'read committed')
  return ids.length > 0
}

const planOne = async (trx: Queries, id: string, { timeZone, now }: PlanContext) => {
  const autopayment = await lockFreeAutopayment(trx, id)
  if (!autopayment || autopayment.nextPlanAt === null || autopayment.day === null) return
  const { day } = autopayment
  const planned = new Date(autopayment.nextPlanAt)
  if (planned > now) return
  const chargeIn = (period: string) => monthlyChargeAt(day, period, timeZone)
  let period = periodPlannedAt(planned, timeZone)
  let next = addMonths(period, 1)
  // Months in which no server ran are logged as missed for the customer, and not charged later.
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

const planNewest = async (trx: Queries, id: string, { timeZone, now }: PlanContext) => {
  const autopayment = await lockFreeAutopayment(trx, id)
  if (autopayment?.status !== 'active' || autopayment.deletedAt !== null) return
  // The opening balance of the newest invoice includes the debt of all earlier ones.
  const period = await newestPeriodOf(trx, autopayment.account)
  // Stryker disable next-line ConditionalExpression,EqualityOperator,LogicalOperator: a period has one run; a second is not inserted
  if (period === null || period <= (autopayment.plannedThrough ?? '')) return
  await insertRun(trx, { autopaymentId: id, period, chargeAt: soonestCharge(now, timeZone), dueAt: now })
  await updateAutopayment(trx, id, { planned_through: period })
}
