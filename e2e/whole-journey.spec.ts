import { walkWholeJourney } from './actions/whole-journey'
import { test } from './test'

test('a stranger becomes a customer, sees to everything and comes back', async ({
  visitor,
  anotherVisitor,
}) => {
  test.setTimeout(120_000)
  await walkWholeJourney(visitor, anotherVisitor)
})
