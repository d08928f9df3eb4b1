import type { Queries } from 'api/db/database'
import { balanceOf, findDebtFromRefunds } from 'api/ledger/ledger.repository'
import { paymentLimits } from 'contract/limits'
import { today } from 'format/dates'
import { type Autopayment, findAutopaymentsFor, findLetterTo } from './autopayments.repository'
import { monthlyChargeAt, periodPlannedAt } from './charge-days'
import { findOpenRuns, findRunOfPeriod } from './runs.repository'

/** What is asked for, in kopecks, and by when. */
interface OwedInvoice {
  userId: string
  account: string
  period: string
  dueAt: string
  left: number
}

interface ComingCharge {
  /** Null: its day is not planned yet. */
  day: string | null
  /** 'Мир •• 2987'. */
  card: string
  /** Whether the autopayment writes of this very invoice by itself. */
  hasOwnWarning: boolean
}

/** The charge by which an active autopayment of the customer pays the whole invoice; null: none does. */
export const comingChargeFor = async (
  db: Queries,
  invoice: OwedInvoice,
  timeZone: string,
): Promise<ComingCharge | null> => {
  for (const autopayment of await findAutopaymentsFor(db, invoice)) {
    if (autopayment.status !== 'active') continue
    const planned =
      autopayment.rule === 'invoice'
        ? await plannedByInvoice(db, autopayment, invoice)
        : await plannedByMonth(db, autopayment, invoice, timeZone)
    if (!planned) continue
    const { card } = await findLetterTo(db, autopayment)
    const { chargeAt } = planned
    return {
      day: chargeAt && today(timeZone, chargeAt),
      card,
      hasOwnWarning: autopayment.rule === 'invoice',
    }
  }
  return null
}

/** `chargeAt` is null where the day is not known yet. */
type Planned = { chargeAt: Date | null } | null

const plannedByInvoice = async (
  db: Queries,
  { id, plannedThrough, limit }: Autopayment,
  { account, period, left }: OwedInvoice,
): Promise<Planned> => {
  if (left < paymentLimits.least) return null
  // What was given back is not charged again, so the charge does not pay the whole invoice.
  if (left > (await balanceOf(db, account)) - (await findDebtFromRefunds(db, account))) return null
  const run = await findRunOfPeriod(db, { autopaymentId: id, period })
  // Without a run it is planned within a minute, unless it was there before the autopayment.
  if (!run) return period > (plannedThrough ?? '') && left <= limit ? { chargeAt: null } : null
  const most = run.warnedAmount ?? limit
  return run.state !== 'over' && left <= most ? { chargeAt: new Date(run.chargeAt) } : null
}

/** Only a charge until the due day: a later one is not about this invoice. */
const plannedByMonth = async (
  db: Queries,
  { id, day, amount, nextPlanAt }: Autopayment,
  { left, dueAt }: OwedInvoice,
  timeZone: string,
): Promise<Planned> => {
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
