import { hasRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { type ChargeableShops, findSavedMethod } from 'api/payments'
import type { ResumeNeeds } from 'contract/autopayments'
import type { Kopecks } from 'contract/money'
import { AutopaymentError } from './autopayments.errors'
import {
  type Autopayment,
  findAutopayment,
  newestPeriodOf,
  updateAutopayment,
} from './autopayments.repository'
import { monthlyChargeAt, nextMonthlyPeriod, planAt } from './charge-days'
import { canResumeSameCard } from './decide-run'
import { skipRun } from './end-runs'
import { findOpenRuns, updateRun } from './runs.repository'
import { stopAutopayment } from './stop-autopayment'

export interface AutopaymentChange {
  status?: 'active' | 'paused' | undefined
  day?: number | undefined
  amount?: Kopecks | undefined
  limit?: Kopecks | undefined
  /** The saved method to charge from now on. */
  paymentMethod?: string | undefined
}

interface ChangeContext {
  chargeable: ChargeableShops
  timeZone: string
  now: Date
}

/** Changes a locked autopayment; undefined fields stay as they are. */
export const changeAutopayment = async (
  trx: Queries,
  autopayment: Autopayment,
  change: AutopaymentChange,
  context: ChangeContext,
) => {
  checkSums(autopayment, change)
  const { id } = autopayment
  const { day = autopayment.day, amount = autopayment.amount, limit = autopayment.limit } = change
  await updateAutopayment(trx, id, { day, amount, limit_amount: limit })
  if (change.paymentMethod !== undefined) await changeCard(trx, autopayment, change.paymentMethod, context)
  if (day !== autopayment.day) await moveDay(trx, id, context)
  if (change.status === 'paused') await pause(trx, autopayment, context.now)
  if (change.status === 'active') await resume(trx, id, context)
}

const checkSums = ({ rule, ...before }: Autopayment, { day, amount, limit }: AutopaymentChange) => {
  if (rule === 'invoice') {
    if (day !== undefined) throw new AutopaymentError('day_by_invoice')
    if (amount !== undefined) throw new AutopaymentError('amount_by_invoice')
    return
  }
  if ((amount ?? before.amount ?? 0) > (limit ?? before.limit)) {
    throw new AutopaymentError(amount === undefined ? 'limit_under_amount' : 'amount_over_limit')
  }
}

/**
 * Sets the card of the next charges; a stored charge keeps its card. An autopayment that was stopped because of its card can
 * be resumed after that.
 */
const changeCard = async (
  trx: Queries,
  { id, userId, status, failReason, methodId }: Autopayment,
  paymentMethod: string,
  { chargeable }: ChangeContext,
) => {
  if (paymentMethod === methodId) return
  if (status === 'pending') throw new AutopaymentError('not_connected')
  const method = await findSavedMethod(trx, { userId, chargeable, id: paymentMethod })
  if (!method) throw new AutopaymentError('no_such_card')
  const isStoppedForCard = status !== 'active' && failReason !== null && failReason !== 'account_removed'
  await updateAutopayment(trx, id, {
    method_id: method.id,
    ...(isStoppedForCard && { status: 'paused', fail_reason: null }),
  })
}

/** Moves the planned charge to the new day, or skips it if there is no time for a new warning. */
const moveDay = async (trx: Queries, id: string, { timeZone, now }: ChangeContext) => {
  const autopayment = await findAutopayment(trx, id)
  if (autopayment?.status !== 'active' || autopayment.day === null) return
  for (const run of await findOpenRuns(trx, id)) {
    if (run.attempts > 0) continue
    const chargeAt = monthlyChargeAt(autopayment.day, run.period, timeZone)
    if (planAt(chargeAt) < now) {
      await skipRun(trx, run, { reason: 'day_moved', at: now.toISOString() })
      continue
    }
    await updateRun(trx, run.id, {
      charge_at: chargeAt.toISOString(),
      due_at: planAt(chargeAt).toISOString(),
      warned_amount: null,
      warning_id: null,
      warn_by: null,
      told_over_limit: 0,
    })
  }
  await updateAutopayment(trx, id, { next_plan_at: nextPlanAt(autopayment, { now, timeZone }) })
}

const pause = async (trx: Queries, { id, status }: Autopayment, now: Date) => {
  if (status === 'paused') return
  if (status !== 'active') throw new AutopaymentError('not_active')
  const at = now.toISOString()
  await stopAutopayment(trx, id, { status: 'paused', failReason: null, reason: 'paused', at })
}

/** Resumes charging: a monthly autopayment on its next day, one by invoice with the next invoice. Skips earlier debts. */
const resume = async (trx: Queries, id: string, { chargeable, timeZone, now }: ChangeContext) => {
  const autopayment = await findAutopayment(trx, id)
  if (!autopayment || autopayment.status === 'active') return
  if (autopayment.status === 'pending') throw new AutopaymentError('not_connected')
  const needs = await findResumeNeeds(trx, autopayment, { chargeable, now })
  if (needs) throw new AutopaymentError(needs === 'card' ? 'needs_card' : 'needs_account')
  await updateAutopayment(trx, id, {
    status: 'active',
    fail_reason: null,
    next_plan_at: nextPlanAt(autopayment, { now, timeZone }),
    ...(autopayment.rule === 'invoice' && {
      planned_through: await newestPeriodOf(trx, autopayment.account),
    }),
  })
}

/** When to plan the next run of a monthly autopayment; `null` for one by invoice. */
export const nextPlanAt = (
  { rule, day, plannedThrough }: Pick<Autopayment, 'rule' | 'day' | 'plannedThrough'>,
  { now, timeZone }: { now: Date; timeZone: string },
): string | null => {
  if (rule !== 'monthly' || day === null) return null
  const period = nextMonthlyPeriod(day, { now, after: plannedThrough, timeZone })
  return planAt(monthlyChargeAt(day, period, timeZone)).toISOString()
}

/** Returns what a stopped autopayment needs before it can be resumed, the card first; `null` if nothing. */
export const findResumeNeeds = async (
  db: Queries,
  { status, userId, account, methodId, failReason }: Autopayment,
  { chargeable, now }: { chargeable: ChargeableShops; now: Date },
): Promise<ResumeNeeds | null> => {
  if (status === 'failed' && !canResumeSameCard(failReason)) return 'card'
  const method =
    methodId === null ? undefined : await findSavedMethod(db, { userId, chargeable, id: methodId })
  if (!method) return 'card'
  return (await hasRight(db, { userId, account, now }, 'pay')) ? null : 'account'
}
