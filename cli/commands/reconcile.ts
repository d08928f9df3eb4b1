import { findChargeHold } from 'api/db/charge-hold.repository'
import { type Difference, mostDays, reconcile, runNameOf, uncomparedSince } from 'api/payments'
import { wirePayments } from 'api/wire-payments'
import { DAY } from 'format/durations'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, UsageError } from '../command'

/** What an operator has to do after a restore. */
export const chargesOnHold =
  'Charges are on hold: reconcile, credit what is missing_here by credit-payment, then release-charges'

const columns = ['difference', 'payment', 'gateway id', 'ours', 'theirs', 'state'].join('\t')

/**
 * Compares the gateways' lists of the last days with ours and mends what the normal path can. Returns a tab-separated
 * table to print. Throws a UsageError for another number of days, and a ConfigError with the table when a gateway's
 * list could not be read.
 */
export const reconcileCommand = async (context: DatabaseContext<'days'>): Promise<string> => {
  const days = context.input.text('days')
  const { table, isComplete } = await compareAll(context, days === undefined ? null : daysOf(days))
  if (!isComplete) throw new ConfigError(table)
  const hold = await findChargeHold(context.database.db)
  return hold ? `${table}\n${chargesOnHold}` : table
}

export interface Comparison {
  table: string
  open: Difference[]
  /** False if a gateway's list could not be read. */
  isComplete: boolean
}

/** Compares every gateway's list with ours. `days` back from now; null: since the last comparison. */
export const compareAll = async (context: DatabaseContext, days: number | null): Promise<Comparison> => {
  const { database, clock, entry } = context
  const { reconciliation } = wirePayments({ ...context, config: context.site(), wakeJobs() {} })
  const lines: string[] = []
  const counts = { payments: 0, refunds: 0, differences: 0 }
  const open: Difference[] = []
  let isComplete = true
  for (const gateway of reconciliation.gateways.all) {
    const now = clock()
    const name = runNameOf(reconciliation.gateways, gateway)
    const from =
      days === null ? await uncomparedSince(database.db, name, now) : new Date(now.getTime() - days * DAY)
    const result = await reconcile(reconciliation, gateway, { from, day: null })
    if (!result) {
      lines.push(`${name}: the list could not be read, try again`)
      isComplete = false
      continue
    }
    counts.payments += result.payments
    counts.refunds += result.refunds
    counts.differences += result.differences.length
    open.push(...result.differences.filter(({ isMended }) => !isMended))
    lines.push(
      `${name}: ${result.payments} payments, ${result.refunds} refunds, ${result.differences.length} differences`,
      ...(result.differences.length > 0 ? [columns] : []),
      ...result.differences.map(({ kind, paymentId, gatewayId, ours, theirs, isMended }) =>
        [kind, paymentId ?? '-', gatewayId, ours ?? '-', theirs ?? '-', isMended ? 'mended' : 'open'].join(
          '\t',
        ),
      ),
    )
  }
  entry.note({ counts })
  return { table: lines.join('\n'), open, isComplete }
}

const daysOf = (text: string): number => {
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > mostDays) throw new UsageError(`--days: must be a number from 1 to ${mostDays}`)
  return days
}
