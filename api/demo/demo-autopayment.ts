import { addDays } from 'format/dates'
import { annaGarage } from './demo-accounts'
import type { DemoBilling } from './demo-billing'
import { annaId } from './demo-customers'
import { steadyId } from './demo-random'
import type { DemoAutopayment, DemoInvoice, DemoPayment, DemoRun } from './demo-types'

const card = { number: '2202474301322987', title: 'Мир •• 2987' }

/** The number of the garage's bills since the card was saved, with the bill of that payment. */
const billsSinceBound = 7
const optedOutBill = 4

/** A charge is made at 10:00 on the day after the bill. */
const chargedAt = (issuedAt: string) => new Date(`${addDays(issuedAt, 1)}T10:00:00+03:00`).toISOString()

const runOf = (bill: DemoInvoice, payment: DemoPayment | undefined, isOptedOut: boolean): DemoRun => {
  const run = { id: steadyId('autopayment run', bill.id), period: bill.period, at: chargedAt(bill.issuedAt) }
  if (payment?.source === 'autopayment') {
    const { id: paymentId, amount, paid_at } = payment
    return {
      ...run,
      at: paid_at ?? run.at,
      outcome: 'charged',
      reason: 'charged_by_invoice',
      amount,
      paymentId,
    }
  }
  const reason = isOptedOut ? 'opted_out' : 'nothing_owed'
  return { ...run, outcome: 'skipped', reason, amount: null, paymentId: null }
}

/**
 * Anna's autopayment for the garage, half a year old. She opted out of one charge and then paid months ahead by hand, so it
 * has nothing to charge for a while.
 */
export const demoAutopayment = (today: string, { invoices, payments }: DemoBilling): DemoAutopayment => {
  const [bindingBill, ...bills] = invoices
    .filter(({ account }) => account === annaGarage)
    .slice(-billsSinceBound)
  const paymentOf = (bill: DemoInvoice | undefined) =>
    payments.find(({ account, created_at }) => {
      const day = created_at.slice(0, 10)
      return account === annaGarage && bill && day >= bill.issuedAt && day < addDays(bill.issuedAt, 27)
    })
  const firstPayment = paymentOf(bindingBill)
  if (!bindingBill || !firstPayment?.paid_at)
    throw new Error('The demo has no payment that could have bound a card')
  const pastBills = bills.filter(({ issuedAt }) => today > addDays(issuedAt, 1))
  return {
    id: steadyId('autopayment', annaGarage),
    customerId: annaId,
    account: annaGarage,
    limit: 200_000,
    createdAt: firstPayment.created_at,
    firstPaymentId: firstPayment.id,
    plannedThrough: pastBills.at(-1)?.period ?? bindingBill.period,
    card: {
      ...card,
      id: steadyId('kept card', annaId),
      bankId: steadyId('card at the bank', annaId),
      expires: `${Number(today.slice(0, 4)) + 4}-08`,
    },
    runs: pastBills.map((bill, index) => runOf(bill, paymentOf(bill), index + 1 === optedOutBill)),
  }
}
