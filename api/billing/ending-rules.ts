import { addDays } from 'format/dates'
import { penaltyCapEnds } from './penalty-rates'
import { workingDaysEnd } from './working-days'

const warnsDaysAhead = 60

export interface EndingRule {
  rule: string
  /** The first day that it is not known for. */
  endsOn: string
  /** What is done from then on. */
  afterwards: string
}

const rules: readonly EndingRule[] = [
  {
    rule: 'the rate of penalties, at most 9.5 %',
    endsOn: penaltyCapEnds,
    afterwards: 'penalties are still counted by at most 9.5 %',
  },
  {
    rule: 'the calendar of working days',
    endsOn: workingDaysEnd,
    afterwards: 'due days move only from weekends and the holidays that the Labour Code names',
  },
]

/** Rules of law with dated values that have ended by a day, or end within 60 days: a newer version knows the next ones. */
export const endingRules = (day: string): EndingRule[] =>
  rules.filter(({ endsOn }) => endsOn <= addDays(day, warnsDaysAhead))
