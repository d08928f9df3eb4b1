import { findChargeHold } from 'api/db/charge-hold.repository'
import type { Queries } from 'api/db/database'
import { ListNotRead } from 'api/payments/gateways/all-pages'
import { runNameOf } from 'api/payments/gateways/gateway-registry'
import type { PaymentGateway } from 'api/payments/gateways/payment-gateway'
import type { Step } from 'api/worker/worker'
import { today } from 'format/dates'
import { DAY, HOUR, MINUTE } from 'format/durations'
import { compareWithGateway, type ReconciliationDeps } from './compare'
import {
  type ComparisonResult,
  claimRun,
  finishRun,
  lastReconciliation,
  renewRun,
} from './reconciliation.repository'

/** How long after its start a run that has died, or could not read the gateway's list, may be claimed again. */
const leaseMs = 15 * MINUTE

const renewEveryMs = leaseMs / 3

/** A payment is compared on several days: it may be paid or refunded days after it was begun. */
const leastDays = 3
export const mostDays = 31

/**
 * The moment from which a shop (`runNameOf`) has to be compared: the end of the last finished daily run, at least 3 and at
 * most 31 days ago; 31 days before the first run. While charges are on hold, not after the moment of the restored data.
 */
export const uncomparedSince = async (db: Queries, runName: string, now: Date): Promise<Date> => {
  const daysAgo = (days: number) => now.getTime() - days * DAY
  const last = await lastReconciliation(db, runName)
  const hold = await findChargeHold(db)
  const lastTo = last ? new Date(last.comparedTo).getTime() : 0
  const from = Math.min(Math.max(lastTo, daysAgo(mostDays)), daysAgo(leastDays))
  return new Date(hold ? Math.min(from, new Date(hold.dataOf).getTime()) : from)
}

/**
 * Compares one gateway with the database from a moment on, and writes the differences to the log and the tables. With `day`
 * it is that day's run, which is done once. Undefined if that run is done or in progress elsewhere, or if a list could not be
 * read: then nothing is stored or reported, and the run can be claimed again after its lease.
 */
export const reconcile = async (
  { database, log, clock, ...deps }: ReconciliationDeps,
  gateway: PaymentGateway,
  { from, day }: { from: Date; day: string | null },
): Promise<ComparisonResult | undefined> => {
  const now = clock()
  const name = runNameOf(deps.gateways, gateway)
  const window = { gateway: name, from: from.toISOString(), to: now.toISOString() }
  const leaseEnd = (moment: Date) => new Date(moment.getTime() + leaseMs).toISOString()
  const run = await claimRun(database.db, window, { day, now: now.toISOString(), until: leaseEnd(now) })
  if (!run) return undefined
  let renewedAt = now
  const onRead = async () => {
    const moment = clock()
    if (moment.getTime() - renewedAt.getTime() < renewEveryMs) return
    renewedAt = moment
    await renewRun(database.db, run, leaseEnd(moment))
  }
  let compared: ComparisonResult
  try {
    compared = await compareWithGateway({ database, log, clock, ...deps }, gateway, { from, to: now }, onRead)
  } catch (error) {
    if (!(error instanceof ListNotRead)) throw error
    log.warn(
      { gateway: name, reason: error.message },
      'reconciliation: the list of the gateway could not be read',
    )
    return undefined
  }
  const finishedAt = clock().toISOString()
  const isOurs = await database.transaction(
    (trx) => finishRun(trx, run, compared, finishedAt),
    'read committed',
  )
  if (!isOurs) return undefined
  const { payments, refunds, differences } = compared
  const mended = differences.filter(({ isMended }) => isMended).length
  const counts = { payments, refunds, differences: differences.length, mended }
  log.info({ metric: 'reconciliation', gateway: name, ...counts }, 'reconciled')
  for (const { kind, paymentId, gatewayId, ours, theirs, isMended } of differences) {
    const fields = {
      gateway: name,
      kind,
      payment: paymentId,
      gatewayId,
      ours,
      theirs,
      mended: isMended,
    }
    if (isMended) log.warn(fields, 'reconciliation: a difference was mended')
    else log.error(fields, 'reconciliation: a difference')
  }
  return compared
}

/** The step that compares the list of each shop with ours once a day. Several processes may run it over one database. */
export const reconciliationStep = (deps: ReconciliationDeps, timeZone: string): Step => {
  const nextAt = new Map<PaymentGateway, number>()
  return {
    name: 'reconciliation',
    // A large company has many payments, and the gateway lists 100 at a time.
    mayTakeMs: 4 * HOUR,
    async run() {
      const now = deps.clock()
      const day = today(timeZone, now)
      for (const gateway of deps.gateways.all) {
        if (now.getTime() < (nextAt.get(gateway) ?? 0)) continue
        nextAt.set(gateway, now.getTime() + leaseMs)
        const from = await uncomparedSince(deps.database.db, runNameOf(deps.gateways, gateway), now)
        await reconcile(deps, gateway, { from, day })
      }
    },
  }
}
