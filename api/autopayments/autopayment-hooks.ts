import { type AccountHooks, hasRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import type { AutopaymentRunReason } from 'api/db/migrations/0001-initial/autopayments'
import { lockLedgerOf } from 'api/ledger/ledger.repository'
import {
  type PaymentHooks,
  type Payments,
  type SettledPayment,
  type UnsentCharge,
  unlinkMethod,
  whyUnpayable,
} from 'api/payments'
import type { Log } from 'monitoring/log'
import { nextPlanAt } from './autopayment-change'
import {
  type AutopaymentSite,
  autopaymentNotConnectedLetter,
  type LetterContext,
  mailAboutAutopayment,
} from './autopayments.letters'
import {
  type Autopayment,
  findAutopayment,
  findAutopaymentsFor,
  findByFirstPayment,
  lockAutopayment,
  updateAutopayment,
} from './autopayments.repository'
import { decideLockedRun, mailOverLimit } from './carry-out-run'
import { endAttempt } from './end-attempt'
import { canBeSkipped, skipRun } from './end-runs'
import { findRun, findRunOfLine, findRunOfPayment, markChargedLate, updateRun } from './runs.repository'
import {
  cancelFirstPayments,
  removeAutopayment,
  stopChargesTo,
  stopForAccount,
  stopWithoutAccount,
} from './stop-autopayment'

/** Follows changes of payments and cards, in the transactions that make them. */
export const autopaymentHooks = ({
  site,
  clock,
}: {
  site: AutopaymentSite
  clock: () => Date
}): PaymentHooks => ({
  async paymentSettled(trx, payment) {
    if (payment.source === 'autopayment' && payment.late) await creditLateCharge(trx, payment.id)
    else if (payment.source === 'autopayment') {
      const run = await findRunOfPayment(trx, payment.id)
      if (run?.state === 'charging') await endAttempt(trx, run, payment, { site, now: clock() })
    } else if (payment.source === 'personal') {
      const autopayment = await findByFirstPayment(trx, payment.id)
      if (autopayment) await settleFirst(trx, autopayment.id, payment, { site, now: clock() })
    }
  },
  maySend: (trx, payment) => maySend(trx, payment, { site, now: clock() }),
  methodUnlinked: (trx, { methodId, at }) => stopChargesTo(trx, methodId, at),
})

/** Follows the end of the first payment: if it has saved a card, the autopayment becomes active. */
const settleFirst = async (
  trx: Queries,
  id: string,
  { status, late, declineReason, methodId, methodKind, userId, amount }: SettledPayment,
  { site, now }: LetterContext,
) => {
  const autopayment = await lockAutopayment(trx, id)
  if (!autopayment) return
  const at = now.toISOString()
  // The portal has said that there is no autopayment, so a card that was saved late must not be charged.
  if (autopayment.deletedAt !== null || late) {
    if (methodId !== null && userId !== null) await unlinkMethod(trx, { userId, id: methodId, now: at })
    return
  }
  if (autopayment.status !== 'pending') return
  if (status === 'canceled') {
    await updateAutopayment(trx, id, { status: 'failed', fail_reason: declineReason ?? 'general_decline' })
    return
  }
  if (methodId === null) {
    await updateAutopayment(trx, id, { status: 'failed', fail_reason: 'method_not_saved' })
    const isSbp = methodKind === 'sbp'
    await mailAboutAutopayment(trx, autopayment, now, (about) =>
      autopaymentNotConnectedLetter(site, { ...about, isSbp }, { amount }),
    )
    return
  }
  await removeOthers(trx, autopayment, at)
  await updateAutopayment(trx, id, {
    status: 'active',
    method_id: methodId,
    next_plan_at: nextPlanAt(autopayment, { now, timeZone: site.timeZone }),
  })
}

/** A customer has one autopayment an account: the newest with a card. */
const removeOthers = async (trx: Queries, { id, userId, account }: Autopayment, at: string) => {
  for (const other of await findAutopaymentsFor(trx, { userId, account })) {
    if (other.id === id) continue
    const locked = await lockAutopayment(trx, other.id)
    if (locked && locked.deletedAt === null) await removeAutopayment(trx, locked, at)
  }
}

/**
 * Corrects the log after a late success of a declined charge, in the transaction that credits it. Ends the run, so that the
 * period is not charged again; a second attempt that was already sent goes on.
 */
const creditLateCharge = async (trx: Queries, paymentId: string) => {
  const line = await findRunOfLine(trx, paymentId)
  const autopayment = line && (await findAutopayment(trx, line.autopaymentId))
  if (!line || !autopayment) return
  await lockAutopayment(trx, autopayment.id)
  const run = await findRun(trx, line.runId)
  if (!run) return
  await markChargedLate(trx, paymentId)
  if (await canBeSkipped(trx, run)) await updateRun(trx, run.id, { state: 'over' })
}

/** Stops the autopayments of an account that its customer no longer has. */
export const accountHooks = ({
  site,
  payments,
  log,
}: {
  site: AutopaymentSite
  payments: Pick<Payments, 'cancel'>
  log: Log
}): Pick<AccountHooks, 'accountRemoved'> => ({
  async accountRemoved(trx, account, now) {
    const firstPayments = await stopForAccount(trx, account, { site, now })
    return () => cancelFirstPayments({ payments, log }, firstPayments)
  },
})

/**
 * Whether a charge that was never sent may be sent in this transaction: meanwhile its autopayment may have been stopped or
 * changed, the debt paid, or the payee of the account changed. If it may not be sent, its run is over, or open again: then
 * the worker charges the rest, or skips the run with its reason. Locks in the order of a settlement: the payment, which the
 * caller has locked, the ledger, the autopayment. A customer who stops the autopayment waits, and then sees that the charge
 * is being sent.
 */
const maySend = async (
  trx: Queries,
  { id, account, amount, gateway }: UnsentCharge,
  { site, now }: LetterContext,
): Promise<boolean> => {
  await lockLedgerOf(trx, account)
  const unlockedRun = await findRunOfPayment(trx, id)
  // The charge is of no run.
  if (!unlockedRun) return true
  const autopayment = await lockAutopayment(trx, unlockedRun.autopaymentId)
  const run = await findRun(trx, unlockedRun.id)
  if (!autopayment || run?.state !== 'charging' || run.payment !== id) return false
  const at = now.toISOString()
  const stopReason = stopReasonOf(autopayment)
  if (stopReason) {
    await skipRun(trx, run, { reason: stopReason, at })
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
  const decision = await decideLockedRun(trx, { autopayment, run }, { gateway, site, now, except: [id] })
  const isOwed = decision.do === 'charge' && decision.amount >= amount
  if (isOwed && !(await whyUnpayable(trx, gateway, account))) return true
  await updateRun(trx, run.id, { state: 'open', due_at: at })
  return false
}

/** Why the autopayment does not charge; `null` if it is active. */
const stopReasonOf = ({ deletedAt, status, failReason }: Autopayment): AutopaymentRunReason | null => {
  if (deletedAt !== null) return 'removed'
  if (status === 'active') return null
  // Stryker disable next-line ConditionalExpression: an autopayment has one charge at a time, so no other can fail meanwhile
  if (status === 'failed') return 'suspended'
  if (failReason === 'account_removed') return 'no_account'
  if (failReason === 'other_gateway') return 'other_gateway'
  return failReason === null ? 'paused' : 'unlinked'
}
