import { walkWholeJourney } from './actions/whole-journey'
import { scriptModeTags } from './support/script-mode-tags'
import { test } from './test'

const inTurn = scriptModeTags()

test('a visitor registers, uses every setting and logs in with a new password', { tag: inTurn() }, async ({
  visitor,
  anotherVisitor,
}) => {
  test.setTimeout(120_000)
  await walkWholeJourney(visitor, anotherVisitor)
})
