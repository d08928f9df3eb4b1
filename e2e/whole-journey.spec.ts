import { test } from './pages/test'
import { walkWholeJourney } from './pages/whole-journey'

test('a stranger becomes a customer, sees to everything and comes back', async ({
  visitor,
  anotherVisitor,
}) => {
  test.setTimeout(120_000)
  await walkWholeJourney(visitor, anotherVisitor)
})
