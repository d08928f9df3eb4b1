import { reconcile, runNameOf } from 'api/payments'
import { wirePayments } from 'api/wire-payments'
import { ConfigError } from 'contract/settings'
import type { DatabaseWork } from './command'
import { UsageError } from './usage-error'

const usualDays = 3
const mostDays = 31
const columns = ['difference', 'payment', 'gateway id', 'ours', 'theirs', 'state'].join('\t')

/**
 * Compares the gateways' lists of the last days with ours and mends what the normal path can. Returns a tab-separated
 * table to print. Throws a UsageError for another number of days, and a ConfigError with the table when a gateway's list
 * could not be read.
 */
export const reconcileCommand = async (work: DatabaseWork<'days'>): Promise<string> => {
  const { given, entry } = work
  const days = daysOf(given.text('days') ?? String(usualDays))
  const { reconciliation } = wirePayments({ ...work, config: work.site(), wakeJobs() {} })
  const lines: string[] = []
  const counts = { payments: 0, refunds: 0, differences: 0 }
  let isComplete = true
  for (const gateway of reconciliation.gateways.all) {
    const name = runNameOf(reconciliation.gateways, gateway)
    const compared = await reconcile(reconciliation, gateway, { days, day: null })
    if (!compared) {
      lines.push(`${name}: the list could not be read, try again`)
      isComplete = false
      continue
    }
    counts.payments += compared.payments
    counts.refunds += compared.refunds
    counts.differences += compared.differences.length
    lines.push(
      `${name}: ${compared.payments} payments, ${compared.refunds} refunds, ${compared.differences.length} differences`,
      ...(compared.differences.length > 0 ? [columns] : []),
      ...compared.differences.map(({ kind, paymentId, gatewayId, ours, theirs, isMended }) =>
        [kind, paymentId ?? '-', gatewayId, ours ?? '-', theirs ?? '-', isMended ? 'mended' : 'open'].join(
          '\t',
        ),
      ),
    )
  }
  entry.note({ counts })
  const table = lines.join('\n')
  if (!isComplete) throw new ConfigError(table)
  return table
}

const daysOf = (text: string): number => {
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > mostDays) throw new UsageError(`--days: must be a number from 1 to ${mostDays}`)
  return days
}
