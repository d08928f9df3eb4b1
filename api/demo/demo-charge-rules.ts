import type { ChargeRules } from 'api/billing'
import { type DemoAccountStory, demoAccountStories } from './demo-accounts'
import { dueDateOf } from './demo-billing'
import { chargesOf } from './demo-charges'

/** What the demo company charges from month to month. `today` is a day; what is charged does not depend on it. */
export function demoChargeRules(today: string): ChargeRules {
  const stories = new Map(demoAccountStories(today).map((story) => [story.account, story]))
  const storyOf = (account: string): DemoAccountStory => {
    const story = stories.get(account)
    if (!story) throw new RangeError('The demo company has no such account')
    return story
  }
  return {
    accounts: [...stories.keys()],
    billOf: (account, period) => ({
      lines: chargesOf(storyOf(account), period),
      dueAt: dueDateOf(storyOf(account), period),
    }),
  }
}
