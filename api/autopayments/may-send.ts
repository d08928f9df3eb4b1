import { isOwnAccount } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/tables'
import type { Kopecks } from 'contract/money'
import type { AutopaymentSite } from './autopayments.letters'
import { type Autopayment, lockAutopayment } from './autopayments.repository'
import { skipRun } from './end-runs'
import { findRun, findRunOfPayment } from './runs.repository'
import { stopWithoutAccount } from './stop-for-account'
import { tellOverLimit } from './tell-over-limit'

/**
 * Whether a charge that the gateway has not taken may be sent to it in this transaction: its autopayment may have been
 * stopped or changed since the charge was stored. If it may not, its run is over without a charge. The payment is locked
 * before the autopayment, as when it is settled: whoever stops the autopayment waits, and then sees that the charge is
 * being sent.
 */
export const maySend = async (
  trx: Queries,
  { id, amount }: { id: string; amount: Kopecks },
  { site, now }: { site: AutopaymentSite; now: Date },
): Promise<boolean> => {
  const known = await findRunOfPayment(trx, id)
  if (!known) return true
  const autopayment = await lockAutopayment(trx, known.autopaymentId)
  const run = await findRun(trx, known.id)
  if (!autopayment || run?.state !== 'charging' || run.payment !== id) return false
  const at = now.toISOString()
  const stopped = whyStopped(autopayment)
  if (stopped) {
    await skipRun(trx, run, { reason: stopped, at })
    return false
  }
  if (!(await isOwnAccount(trx, autopayment))) {
    await stopWithoutAccount(trx, autopayment, { site, now })
    return false
  }
  const { limit } = autopayment
  if (amount > limit) {
    await tellOverLimit(trx, autopayment, amount, { site, now })
    await skipRun(trx, run, { reason: 'over_limit', at, amount, limit })
    return false
  }
  return true
}

/** Null: it is active. */
const whyStopped = ({ deletedAt, status, failReason }: Autopayment): AutopaymentRunReason | null => {
  if (deletedAt !== null) return 'removed'
  if (status === 'active') return null
  if (status === 'failed') return 'suspended'
  if (failReason === 'account_removed') return 'no_account'
  if (failReason === 'other_gateway') return 'other_gateway'
  return failReason === null ? 'paused' : 'unlinked'
}
