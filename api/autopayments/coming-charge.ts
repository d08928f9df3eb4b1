import type { Queries } from 'api/db/database'
import { balanceOf, findDebtFromRefunds } from 'api/ledger/ledger.repository'
import { paymentLimits } from 'contract/limits'
import { today } from 'format/dates'
import { type Autopayment, findAutopaymentsFor, findLetterTo } from './autopayments.repository'
import { monthlyChargeAt, periodPlannedAt } from './charge-days'
import { findOpenRuns, findRunOfPeriod } from './runs.repository'

interface UnpaidInvoice {
  userId: string
  account: string
  period: string
  /** A day. */
  dueAt: string
  /** Kopecks still to pay. */
  left: number
}

interface ComingCharge {
  /** `null` if the day is not planned yet. */
  day: string | null
  /** 'Мир •• 2987'. */
  card: string
  /** Whether the autopayment sends its own letter about this invoice. */
  hasOwnWarning: boolean
}

/** Finds the charge by which an active autopayment of the customer pays the whole invoice; `null` if there is none. */
export const findComingCharge = async (
  db: Queries,
  invoice: UnpaidInvoice,
  timeZone: string,
): Promise<ComingCharge | null> => {
  for (const autopayment of await findAutopaymentsFor(db, invoice)) {
    if (autopayment.status !== 'active') continue
    const charge =
      autopayment.rule === 'invoice'
        ? await findChargeByInvoice(db, autopayment, invoice)
        : await findMonthlyCharge(db, autopayment, invoice, timeZone)
    if (!charge) continue
    const { card } = await findLetterTo(db, autopayment)
    const { chargeAt } = charge
    return {
      day: chargeAt && today(timeZone, chargeAt),
      card,
      hasOwnWarning: autopayment.rule === 'invoice',
    }
  }
  return null
}

/** `chargeAt`: `null` if the day is not planned yet. */
type PlannedCharge = { chargeAt: Date | null } | null

const findChargeByInvoice = async (
  db: Queries,
  { id, plannedThrough, limit }: Autopayment,
  { account, period, left }: UnpaidInvoice,
): Promise<PlannedCharge> => {
  if (left < paymentLimits.least) return null
  // A refunded sum is not charged again, so the charge does not pay the whole invoice.
  if (left > (await balanceOf(db, account)) - (await findDebtFromRefunds(db, account))) return null
  const run = await findRunOfPeriod(db, { autopaymentId: id, period })
  // Without a run, the charge is planned within a minute, unless the invoice is older than the autopayment.
  if (!run) return period > (plannedThrough ?? '') && left <= limit ? { chargeAt: null } : null
  const most = run.warnedAmount ?? limit
  return run.state !== 'over' && left <= most ? { chargeAt: new Date(run.chargeAt) } : null
}

/** Only a charge until the due day: a later one is not about this invoice. */
const findMonthlyCharge = async (
  db: Queries,
  { id, day, amount, nextPlanAt }: Autopayment,
  { left, dueAt }: UnpaidInvoice,
  timeZone: string,
): Promise<PlannedCharge> => {
  const [run] = await findOpenRuns(db, id)
  const next =
    nextPlanAt === null || day === null
      ? null
      : monthlyChargeAt(day, periodPlannedAt(new Date(nextPlanAt), timeZone), timeZone)
  const chargeAt = run ? new Date(run.chargeAt) : next
  const most = run?.warnedAmount ?? amount ?? 0
  if (!chargeAt || left < paymentLimits.least || left > most) return null
  return today(timeZone, chargeAt) <= dueAt ? { chargeAt } : null
}
