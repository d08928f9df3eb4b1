import { addDays } from 'format/dates'
import { keyRatesEnd, penaltyCapEnds } from './penalty-rates'
import { workingDaysEnd } from './working-days'

const warnDaysAhead = 60

interface EndingRule {
  rule: string
  /** The first day without a known value. */
  endsOn: string
  /** What the portal does from that day on. */
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

/** Rules of law whose known values have ended by a day, or end within 60 days. A newer version has newer values. */
export const endingRules = (day: string): EndingRule[] =>
  rules.filter(({ endsOn }) => endsOn <= addDays(day, warnDaysAhead))
