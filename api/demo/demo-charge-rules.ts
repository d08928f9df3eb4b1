import type { ChargeRules } from 'api/billing'
import type { MeteredService } from 'api/readings'
import { type DemoAccountStory, demoAccountStories } from './demo-accounts'
import { dueDateOf } from './demo-billing'
import { chargesOf } from './demo-charges'
import { billedAsOf } from './demo-meters'
import { type DemoServiceId, demoServices, tariffIn } from './demo-tariffs'

/** Thousandths of the unit a month, for each resident, or for the place if it has none. */
const norms: Partial<Record<DemoServiceId, number>> = {
  coldWater: 4_560,
  hotWater: 3_190,
  powerDay: 95_000,
  powerNight: 45_000,
  power: 40_000,
}

/** The volume of a metered service without a reading or an average, thousandths of the unit. */
export const normOf = ({ consumption, residents }: DemoAccountStory, metered: MeteredService): number => {
  const billedAs = billedAsOf(consumption, metered)
  return (billedAs ? (norms[billedAs] ?? 0) : 0) * (residents ?? 1)
}

/**
 * The monthly charges of the demo company: by the readings of its meters, otherwise by the usage of such accounts.
 * `today` is a day; the charges do not depend on it.
 */
export function demoChargeRules(today: string): ChargeRules {
  const stories = new Map(demoAccountStories(today).map((story) => [story.account, story]))
  const storyOf = (account: string): DemoAccountStory => {
    const story = stories.get(account)
    if (!story) throw new RangeError('The demo company has no such account')
    return story
  }
  return {
    accounts: [...stories.keys()],
    normOf: (account, service) => normOf(storyOf(account), service),
    tariffOf: (account, service, period) => {
      const billedAs = billedAsOf(storyOf(account).consumption, service)
      return billedAs ? tariffIn(period, demoServices[billedAs]) : null
    },
    billOf: (account, period, counted) => ({
      lines: chargesOf(storyOf(account), period, counted),
      dueAt: dueDateOf(storyOf(account), period),
    }),
  }
}
