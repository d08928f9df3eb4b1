import type { ChargeRules } from 'api/billing'
import { type DemoAccountStory, demoAccountStories } from './demo-accounts'
import { dueDateOf } from './demo-billing'
import { chargesOf } from './demo-charges'
import { billedAsOf } from './demo-meters'
import { normOf } from './demo-norms'
import { demoServices, tariffIn } from './demo-tariffs'

/**
 * What the demo company charges from month to month: by the readings of its meters, otherwise by what such accounts use.
 * `today` is a day; what is charged does not depend on it.
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
