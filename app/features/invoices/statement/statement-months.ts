import type { Invoice } from 'contract/invoices'
import { sumOf } from 'format/money'
import { benefitInTotal } from '../invoice-view'

/** Kopecks; null: too large for a number. */
export type StatementAmount = number | null

/**
 * The sums of an invoice and of the debt after it: opening + charged + benefits + recalculation + penalty − paid =
 * closing. The charges are without benefits and recalculation, and both lower the debt where they are below zero.
 */
export interface StatementSums {
  opening: number
  charged: StatementAmount
  benefits: StatementAmount
  recalculation: StatementAmount
  penalty: StatementAmount
  paid: StatementAmount
  closing: number
}

export interface StatementMonth extends StatementSums {
  period: string
}

/**
 * Month by month, from the invoices of a year, oldest first. `closing` is the debt after the last of them. `paid` is
 * how much the debt decreased between two invoices: see decision 0038.
 */
export const monthsOf = (invoices: readonly Invoice[], closing: number): StatementMonth[] =>
  invoices.map((invoice, at) => monthOf(invoice, invoices[at + 1]?.openingBalance ?? closing))

const monthOf = ({ period, openingBalance, lines, penalty }: Invoice, closing: number): StatementMonth => {
  const totals = lines.map(({ total }) => total)
  const benefits = lines.map((line) => (line.benefit ? benefitInTotal(line) : 0))
  const recalculations = lines.map(({ recalculation }) => recalculation ?? 0)
  return {
    period,
    opening: openingBalance,
    charged: sumOf([...totals, ...[...benefits, ...recalculations].map((amount) => -amount)]),
    benefits: sumOf(benefits),
    recalculation: sumOf(recalculations),
    penalty,
    paid: sumOf([openingBalance, ...totals, penalty, -closing]),
    closing,
  }
}

/** The sums of the whole year. */
export const yearOf = (months: readonly [StatementMonth, ...StatementMonth[]]): StatementSums => {
  const sum = (name: 'charged' | 'benefits' | 'recalculation' | 'penalty' | 'paid') =>
    months.reduce<StatementAmount>((total, { [name]: amount }) => {
      return total === null || amount === null ? null : sumOf([total, amount])
    }, 0)
  return {
    opening: months[0].opening,
    charged: sum('charged'),
    benefits: sum('benefits'),
    recalculation: sum('recalculation'),
    penalty: sum('penalty'),
    paid: sum('paid'),
    closing: (months.at(-1) ?? months[0]).closing,
  }
}
