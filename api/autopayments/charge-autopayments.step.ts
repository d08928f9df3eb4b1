import { findChargeHold } from 'api/db/charge-hold.repository'
import type { Database } from 'api/db/database'
import type { Payments } from 'api/payments'
import type { Step } from 'api/worker/worker'
import { errorFields, type Log } from 'monitoring/log'
import type { AutopaymentSite } from './autopayments.letters'
import { carryOutRun } from './carry-out-run'
import { planInvoices, planMonthly } from './plan-runs'
import { claimDueRun } from './runs.repository'

/** The lease of a run, far longer than its one transaction takes. */
const leaseMs = 30_000
const atOnce = 4
/** Runs a round, so that letters and other steps do not wait long. */
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
 * The step that plans what autopayments are to charge, warns their customers a day ahead and charges. Several processes may
 * run it over one database, and it may be killed anywhere: an autopayment has one run a period, a run's attempt one payment.
 */
export const chargeAutopaymentsStep = (options: ChargingOptions): Step => {
  const { database, payments, clock, log } = options
  const charging = new Set<Promise<void>>()
  let lookForInvoicesAt = 0
  let saidThatHeld = false

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

  /** Whether there may be more to plan. */
  const plan = async (now: Date): Promise<boolean> => {
    const planning = { timeZone: options.site.timeZone, now }
    if (await planMonthly(database, planning)) return true
    const ms = now.getTime()
    if (ms < lookForInvoicesAt && ms > lookForInvoicesAt - lookForInvoicesEveryMs) return false
    if (await planInvoices(database, planning)) return true
    lookForInvoicesAt = ms + lookForInvoicesEveryMs
    return false
  }

  return {
    name: 'autopayments',
    async run(wake) {
      const hold = await findChargeHold(database.db)
      if (hold && !saidThatHeld) log.error(hold, 'autopayments are on hold, as the database was restored')
      saidThatHeld = hold !== undefined
      if (hold) return
      if (await plan(clock())) wake()
      for (let count = 0; count < mostARound; count++) {
        if (charging.size >= atOnce) return
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
