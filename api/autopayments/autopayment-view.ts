import { hasRight } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { type ChargeableShops, findSavedMethod } from 'api/payments'
import { resumeNeeds } from './autopayment-change'
import { type Autopayment, findLastPayment } from './autopayments.repository'
import { stopReasonInWords } from './autopayments.words'
import { monthlyChargeAt, periodPlannedAt } from './charge-days'
import { findOpenRuns } from './runs.repository'

/** An autopayment as its customer is told of it. A card that was withdrawn is not shown any more. */
export const autopaymentView = async (
  db: Queries,
  autopayment: Autopayment,
  { chargeable, timeZone, now }: { chargeable: ChargeableShops; timeZone: string; now: Date },
) => {
  const { id, userId, account, rule, day, amount, limit, status, failReason, methodId, firstPayment } =
    autopayment
  const method =
    methodId === null ? undefined : await findSavedMethod(db, { userId, chargeable, id: methodId })
  const payment = await findLastPayment(db, autopayment)
  const isSbp = (method?.kind ?? payment?.methodKind) === 'sbp'
  const isAddedAgain =
    failReason === 'account_removed' && (await hasRight(db, { userId, account, now }, 'pay'))
  return {
    id,
    account,
    rule,
    day,
    amount,
    limit,
    status,
    failReason: failReason && !isAddedAgain ? stopReasonInWords(failReason, isSbp) : null,
    method: method ? { kind: method.kind, title: method.title } : null,
    paymentMethod: method?.id ?? null,
    nextRunAt: status === 'active' ? await nextRunAt(db, autopayment, timeZone) : null,
    lastPayment: payment
      ? {
          id: payment.id,
          amount: payment.amount,
          status: payment.status,
          at: payment.paidAt ?? payment.createdAt,
        }
      : null,
    firstPayment,
    resumeNeeds:
      status === 'paused' || status === 'failed'
        ? await resumeNeeds(db, autopayment, { chargeable, now })
        : null,
  }
}

/** Null while it waits for the next invoice. */
const nextRunAt = async (db: Queries, { id, day, nextPlanAt }: Autopayment, timeZone: string) => {
  const [planned] = await findOpenRuns(db, id)
  if (planned) return planned.chargeAt
  if (nextPlanAt === null || day === null) return null
  return monthlyChargeAt(day, periodPlannedAt(new Date(nextPlanAt), timeZone), timeZone).toISOString()
}
