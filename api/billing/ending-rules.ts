import { addDays } from 'format/dates'
import { keyRatesEnd, penaltyCapEnds } from './penalty-rates'
import { workingDaysEnd } from './working-days'

const warnsDaysAhead = 60

interface EndingRule {
  rule: string
  /** The first day that it is not known for. */
  endsOn: string
  /** What is done from then on. */
  afterwards: string
}

const rules: readonly EndingRule[] = [
  {
    rule: 'the rate of penalties, at most 9.5 percent',
    endsOn: penaltyCapEnds,
    afterwards: 'penalties are still counted by at most 9.5 percent',
  },
  {
    rule: 'the key rate of the Bank of Russia',
    endsOn: keyRatesEnd,
    afterwards: 'penalties are counted by the last rate that is known, at most 9.5 percent',
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
