import { countPenalty, workingDayFrom } from 'api/billing'
import { toKopecks } from 'contract/money'
import { addDays, addMonths } from 'format/dates'
import {
  annaFlat,
  annaGarage,
  annaInternet,
  type DemoAccountStory,
  demoAccountStories,
  ninaFlat,
} from './demo-accounts'
import { chargesOf } from './demo-charges'
import { annaId, ninaId } from './demo-customers'
import { chance, steadyId, wholeBetween } from './demo-random'
import type { DemoData, DemoInvoice, DemoInvoiceLine, DemoPayment } from './demo-types'

export type DemoBilling = Pick<DemoData, 'invoices' | 'payments' | 'ledger'>
type LedgerEntry = DemoData['ledger'][number]

/** Bills and readings of the past. */
export const demoMonths = 24

const ownerOf: Readonly<Record<string, string>> = {
  [annaFlat]: annaId,
  [annaInternet]: annaId,
  [annaGarage]: annaId,
  [ninaFlat]: ninaId,
}

const savedCard = { method_kind: 'card', method_title: 'Мир •• 2987' } as const
const sbp = { method_kind: 'sbp', method_title: 'СБП' } as const

/** Autopayments charge at 10:00. */
const chargeMinutes = 10 * 60

/** The unpaid part of one bill, for the penalty. */
interface Debt {
  dueAt: string
  unpaid: number
}

interface PlannedPayment {
  day: string
  amount: number
  refused?: boolean
  /** Set if the saved card pays. */
  by?: 'card' | 'autopayment'
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** A moment of a Moscow day, in minutes after midnight. */
export const momentOf = (day: string, minutes: number, seconds = 0) =>
  new Date(Date.parse(`${day}T00:00:00+03:00`) + (minutes * 60 + seconds) * 1000).toISOString()

const usualDueDay = (story: DemoAccountStory, period: string): string =>
  story.dueDay === 'last'
    ? addDays(`${addMonths(period, 2)}-01`, -1)
    : `${addMonths(period, 1)}-${story.dueDay}`

/** The due day of a period's bill, moved from a day off. */
export const dueDateOf = (story: DemoAccountStory, period: string): string =>
  workingDayFrom(usualDueDay(story, period))

/** The customer's payments after a bill of `billedAmount` kopecks. */
function plannedPayments(
  story: DemoAccountStory,
  monthsAgo: number,
  bill: DemoInvoice,
  today: string,
): PlannedPayment[] {
  const billedAmount = bill.openingBalance + bill.charged + bill.penalty
  const habit = story.habits[monthsAgo]
  if (billedAmount <= 0 || habit === 'none') return []
  // Not the moved due day, which may be in another month.
  const dueDay = usualDueDay(story, bill.period)
  // When the demo starts early in a month, its newest bill is already paid, if necessary on the day of issue.
  const notAfterToday = (day: string) => (day < today ? day : today)
  const day = notAfterToday(addDays(dueDay, -wholeBetween(2, 6, story.account, bill.period, 'paid on')))
  switch (habit) {
    case 'part':
      return [{ day, amount: Math.round((billedAmount * 0.6) / 10_000) * 10_000 }]
    case 'late':
      return [{ day: addDays(bill.dueAt, 10), amount: billedAmount }]
    case 'autopayment':
      return [{ day: addDays(bill.issuedAt, 1), amount: billedAmount, by: 'autopayment' }]
    case 'binds-card':
      return [{ day, amount: billedAmount, by: 'card' }]
    case 'advance':
      return [{ day, amount: billedAmount + 700_000 }]
    case 'refused-first':
      return [
        { day: addDays(day, -1), amount: billedAmount, refused: true },
        { day, amount: billedAmount },
      ]
    default:
      return [{ day, amount: billedAmount }]
  }
}

function paymentOf(
  story: DemoAccountStory,
  period: string,
  planned: PlannedPayment,
  today: string,
): DemoPayment {
  const { day, amount, refused = false, by } = planned
  const words = [story.account, period, day, refused ? 'refused' : 'paid']
  const anyMinute = day === today ? 10 : wholeBetween(8 * 60, 22 * 60, ...words, 'minute')
  const minutes = by === 'autopayment' ? chargeMinutes : anyMinute
  const paysByCard = refused || by !== undefined || chance(...words, 'method') < 0.65
  const customerId = ownerOf[story.account] ?? null
  return {
    id: steadyId('payment', ...words),
    account: story.account,
    user_id: customerId,
    amount,
    status: refused ? 'canceled' : 'succeeded',
    created_at: momentOf(day, minutes),
    paid_at: refused ? null : momentOf(day, minutes, wholeBetween(20, 58, ...words, 'second')),
    ...(paysByCard ? savedCard : sbp),
    source: by === 'autopayment' ? by : customerId === null ? 'guest' : 'personal',
    receipt_status: refused ? null : 'done',
    decline_reason: refused ? 'insufficient_funds' : null,
  }
}

function entriesOf(invoice: DemoInvoice): LedgerEntry[] {
  const recalculation = sum(invoice.lines.map((line) => line.recalculation ?? 0))
  const amounts = [
    ['charge', invoice.charged - recalculation],
    ['recalculation', recalculation],
    ['penalty', invoice.penalty],
  ] as const
  return amounts
    .filter(([, amount]) => amount !== 0)
    .map(([kind, amount]) => ({
      id: steadyId('ledger', invoice.id, kind),
      account: invoice.account,
      kind,
      amount,
      happened_at: momentOf(invoice.issuedAt, 1),
      invoice_id: invoice.id,
    }))
}

function paymentEntryOf(payment: DemoPayment): LedgerEntry {
  return {
    id: steadyId('ledger', payment.id),
    account: payment.account,
    kind: 'payment',
    amount: -payment.amount,
    happened_at: payment.paid_at ?? payment.created_at,
    payment_id: payment.id,
  }
}

/** Subtracts a payment from the oldest debts first. */
function settle(debts: Debt[], amount: number): void {
  let rest = amount
  for (const debt of debts) {
    const part = Math.min(debt.unpaid, rest)
    debt.unpaid -= part
    rest -= part
  }
}

/** Goes through the days of one month: adds up the penalty and subtracts the day's payments from the debts. */
function penaltyOfMonth(debts: Debt[], from: string, until: string, payments: readonly PlannedPayment[]) {
  const penalty = countPenalty()
  for (let day = from; day < until; day = addDays(day, 1)) {
    debts.forEach(({ unpaid, dueAt }, debt) => {
      penalty.add({ debt, base: unpaid, dueAt, day })
    })
    for (const payment of payments) {
      if (payment.day === day && !payment.refused) settle(debts, payment.amount)
    }
  }
  return { total: penalty.total(), days: penalty.days() }
}

interface Month {
  invoice: DemoInvoice
  /** The amount that was paid before the next bill. */
  paidInTime: number
}

/**
 * Adds to each bill the amount paid for it: all payments before the next bill, and the parts of later payments that
 * settled its debt.
 */
function withPaid(history: readonly Month[]): DemoInvoice[] {
  return history.map(({ invoice, paidInTime }, index) => {
    const billedAmount = invoice.openingBalance + invoice.charged + invoice.penalty
    const paidEver = sum(history.slice(index).map((month) => month.paidInTime))
    const paid = Math.max(paidInTime, Math.min(Math.max(billedAmount, 0), paidEver))
    return { ...invoice, paid, total: billedAmount - paid }
  })
}

function billingOf(story: DemoAccountStory, today: string): DemoBilling {
  const newest = addMonths(today.slice(0, 7), -1)
  const debts: Debt[] = []
  const history: Month[] = []
  const payments: DemoPayment[] = []
  const ledger: LedgerEntry[] = []
  let balance = 0
  let penalty: ReturnType<typeof penaltyOfMonth> = { total: toKopecks(0), days: [] }
  for (let monthsAgo = demoMonths - 1; monthsAgo >= 0; monthsAgo--) {
    const period = addMonths(newest, -monthsAgo)
    const lines: DemoInvoiceLine[] = chargesOf(story, period)
    const charged = sum(lines.map((line) => line.total))
    const invoice: DemoInvoice = {
      id: steadyId('invoice', story.account, period),
      account: story.account,
      period,
      issuedAt: `${addMonths(period, 1)}-01`,
      dueAt: dueDateOf(story, period),
      openingBalance: balance,
      lines,
      charged,
      penalty: penalty.total,
      penaltyDays: penalty.days,
      paid: 0,
      total: balance + charged + penalty.total,
    }
    ledger.push(...entriesOf(invoice))
    debts.push({ dueAt: invoice.dueAt, unpaid: Math.max(0, Math.min(charged, balance + charged)) })
    const monthPayments = plannedPayments(story, monthsAgo, invoice, today)
    for (const one of monthPayments) {
      const payment = paymentOf(story, period, one, today)
      payments.push(payment)
      if (payment.status === 'succeeded') ledger.push(paymentEntryOf(payment))
    }
    const paidInTime = sum(monthPayments.filter(({ refused }) => !refused).map(({ amount }) => amount))
    history.push({ invoice, paidInTime })
    balance = invoice.total - paidInTime
    penalty = penaltyOfMonth(debts, invoice.issuedAt, `${addMonths(period, 2)}-01`, monthPayments)
  }
  return { invoices: withPaid(history), payments, ledger }
}

/**
 * Two years of bills, payments and ledger entries of every account; the newest bill is for the month before `today` (a
 * day). The same day gives the same data, and a later month does not change the earlier ones.
 */
export function demoBilling(
  today: string,
  stories: readonly DemoAccountStory[] = demoAccountStories(today),
): DemoBilling {
  const all = stories.map((story) => billingOf(story, today))
  return {
    invoices: all.flatMap(({ invoices }) => invoices),
    payments: all.flatMap(({ payments }) => payments),
    ledger: all
      .flatMap(({ ledger }) => ledger)
      .sort((a, b) => (a.happened_at < b.happened_at ? -1 : a.happened_at > b.happened_at ? 1 : 0)),
  }
}
