import type { Queries } from 'api/db/database'
import { type ChargeableShops, findSavedMethod } from 'api/payments'
import type { Kopecks } from 'contract/money'
import { AutopaymentError } from './autopayments.errors'
import { type Autopayment, findAutopayment, updateAutopayment } from './autopayments.repository'
import { monthlyChargeAt, planAt } from './charge-days'
import { skipRun } from './end-runs'
import { resumeNeeds } from './resume-needs'
import { findOpenRuns, updateRun } from './runs.repository'
import { nextPlanAt, resumeAutopayment } from './start-autopayment'
import { stopAutopayment } from './stop-autopayment'

export interface AutopaymentChange {
  status?: 'active' | 'paused' | undefined
  day?: number | undefined
  amount?: Kopecks | undefined
  limit?: Kopecks | undefined
  /** The saved method to charge from now on. */
  paymentMethod?: string | undefined
}

interface Changing {
  chargeable: ChargeableShops
  timeZone: string
  now: Date
}

/** Changes an autopayment that is locked. What is left out stays as it is. */
export const changeAutopayment = async (
  trx: Queries,
  autopayment: Autopayment,
  change: AutopaymentChange,
  changing: Changing,
) => {
  checkSums(autopayment, change)
  const { id } = autopayment
  const { day = autopayment.day, amount = autopayment.amount, limit = autopayment.limit } = change
  await updateAutopayment(trx, id, { day, amount, limit_amount: limit })
  if (change.paymentMethod !== undefined) await changeCard(trx, autopayment, change.paymentMethod, changing)
  if (day !== autopayment.day) await moveDay(trx, id, changing)
  if (change.status === 'paused') await pause(trx, autopayment, changing.now)
  if (change.status === 'active') await resume(trx, id, changing)
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
 * The next charge is made to this card; one that is stored already stays with the card that it was stored for. What was
 * stopped for its card can be resumed then.
 */
const changeCard = async (
  trx: Queries,
  { id, userId, status, failReason, methodId }: Autopayment,
  paymentMethod: string,
  { chargeable }: Changing,
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

/** What is planned for this month goes to the new day when there is time to tell of it again; else it is off. */
const moveDay = async (trx: Queries, id: string, { timeZone, now }: Changing) => {
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

const resume = async (trx: Queries, id: string, { chargeable, timeZone, now }: Changing) => {
  const autopayment = await findAutopayment(trx, id)
  if (!autopayment || autopayment.status === 'active') return
  if (autopayment.status === 'pending') throw new AutopaymentError('not_connected')
  const needs = await resumeNeeds(trx, autopayment, { chargeable, now })
  if (needs) throw new AutopaymentError(needs === 'card' ? 'needs_card' : 'needs_account')
  await resumeAutopayment(trx, autopayment, { now, timeZone })
}
