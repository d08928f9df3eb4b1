import { hasRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import { lockLedgerOf } from 'api/ledger/ledger.repository'
import { type UnsentCharge, whyUnpayable } from 'api/payments'
import type { AutopaymentSite } from './autopayments.letters'
import { type Autopayment, lockAutopayment } from './autopayments.repository'
import { decisionOn, mailOverLimit } from './carry-out-run'
import { skipRun } from './end-runs'
import { findRun, findRunOfPayment, updateRun } from './runs.repository'
import { stopWithoutAccount } from './stop-autopayment'

/**
 * Whether a charge that was never sent may be sent in this transaction: since it was stored, its autopayment may have been
 * stopped or changed, the debt paid, or the account have got another payee. If it may not, its run is over, or open again: then the worker charges the rest,
 * or skips the run with its reason. Locks in the order of a settlement: the payment, which the caller has locked, the
 * ledger, the autopayment. A customer who stops the autopayment waits, and then sees that the charge is being sent.
 */
export const maySend = async (
  trx: Queries,
  { id, account, amount, gateway }: UnsentCharge,
  { site, now }: { site: AutopaymentSite; now: Date },
): Promise<boolean> => {
  await lockLedgerOf(trx, account)
  const unlockedRun = await findRunOfPayment(trx, id)
  // No run has stored it.
  if (!unlockedRun) return true
  const autopayment = await lockAutopayment(trx, unlockedRun.autopaymentId)
  const run = await findRun(trx, unlockedRun.id)
  if (!autopayment || run?.state !== 'charging' || run.payment !== id) return false
  const at = now.toISOString()
  const stopped = whyStopped(autopayment)
  if (stopped) {
    await skipRun(trx, run, { reason: stopped, at })
    return false
  }
  if (!(await hasRight(trx, { ...autopayment, now }, 'pay'))) {
    await stopWithoutAccount(trx, autopayment, { site, now })
    return false
  }
  const { limit } = autopayment
  if (amount > limit) {
    await mailOverLimit(trx, autopayment, amount, { site, now })
    await skipRun(trx, run, { reason: 'over_limit', at, amount, limit })
    return false
  }
  const decision = await decisionOn(trx, { autopayment, run }, { gateway, site, now, except: [id] })
  const isOwed = decision.do === 'charge' && decision.amount >= amount
  if (isOwed && !(await whyUnpayable(trx, gateway, account))) return true
  await updateRun(trx, run.id, { state: 'open', due_at: at })
  return false
}

/** Null: it is active. */
const whyStopped = ({ deletedAt, status, failReason }: Autopayment): AutopaymentRunReason | null => {
  if (deletedAt !== null) return 'removed'
  if (status === 'active') return null
  // Stryker disable next-line ConditionalExpression: an autopayment has one charge at a time, so no other can fail meanwhile
  if (status === 'failed') return 'suspended'
  if (failReason === 'account_removed') return 'no_account'
  if (failReason === 'other_gateway') return 'other_gateway'
  return failReason === null ? 'paused' : 'unlinked'
}
