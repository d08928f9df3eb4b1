import type { penaltyDays } from 'contract/explanation'
import { type Kopecks, toKopecks } from 'contract/money'
import { addDays, daysBetween } from 'format/dates'
import type { z } from 'zod'
import { penaltyRateOn } from './penalty-rates'

/** Penalties of days are counted in whole parts of a kopeck: these add up exactly, fractions do not. */
const partsOfKopeck = 39_000_000

/**
 * The share of the rate that one day of a debt bears (Housing Code, article 155, part 14): none for 30 days after the due
 * day, then 1/300, from the 91st day 1/130. Given as its denominator; 0 for none.
 */
function shareOfRate(dueAt: string, day: string): 0 | 130 | 300 {
  const overdue = daysBetween(dueAt, day)
  if (overdue <= 30) return 0
  return overdue <= 90 ? 300 : 130
}

/** Converts parts of a kopeck to whole kopecks, rounded half up. */
const inKopecks = (sumOfDays: number): Kopecks => toKopecks(Math.round(sumOfDays / partsOfKopeck))

/** Days in a row that bear the same penalty for the same debt. */
export type PenaltyDays = z.input<typeof penaltyDays>

interface Run {
  /** The number of the debt. */
  debt: number
  base: number
  rate: number
  share: number
  from: string
  to: string
  days: number
  /** In parts of a kopeck. */
  sum: number
}

/** Adds up the penalty of single days, which come in their order, and keeps the runs of days for the explanation. */
export function countPenalty() {
  const runs: Run[] = []
  return {
    /** Adds one day of a debt of `base` kopecks; `debt` is its number. */
    add({ debt, base, dueAt, day }: { debt: number; base: number; dueAt: string; day: string }) {
      // Most debts of a history are paid. Counting their days would take most of the time.
      if (base <= 0) return
      const [rate, share] = [penaltyRateOn(day), shareOfRate(dueAt, day)]
      if (rate === 0 || share === 0) return
      const sum = base * rate * (partsOfKopeck / 10_000 / share)
      const last = runs.findLast((run) => run.debt === debt)
      const continues = last?.base === base && last.rate === rate && last.share === share
      if (last && continues && addDays(last.to, 1) === day) {
        last.to = day
        last.days += 1
        last.sum += sum
      } else runs.push({ debt, base, rate, share, from: day, to: day, days: 1, sum })
    },

    total: () => inKopecks(runs.reduce((all, { sum }) => all + sum, 0)),

    /** Oldest first. The amounts add up to the total: each is the growth of the rounded sum. */
    days(): PenaltyDays[] {
      let all = 0
      return runs.map(({ from, to, base, rate, days, sum }) => {
        const before = inKopecks(all)
        all += sum
        return { from, to, base, rate: String(rate / 100), days, amount: inKopecks(all) - before }
      })
    },
  }
}
