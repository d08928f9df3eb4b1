import { endingRules } from 'api/billing'
import type { ApiConfig } from 'api/config'
import { today } from 'format/dates'
import { type Check, notChecked, ok, warning } from '../check'

/** Whether the rules of law by which this server bills are known for the next 60 days. */
export const rulesCheck = (
  { demoData, timeZone }: Pick<ApiConfig, 'demoData' | 'timeZone'>,
  now = new Date(),
): Check => ({
  name: 'rules of law',
  async run() {
    if (!demoData) return notChecked('the company counts penalties and due days itself')
    const rules = endingRules(today(timeZone, now))
    if (rules.length === 0) return ok('known for the next 60 days')
    return warning(
      rules.map(({ rule, endsOn, afterwards }) => `${rule}: known until ${endsOn}, ${afterwards}`).join('; '),
      'Update to a version that knows the next ones.',
    )
  },
})
