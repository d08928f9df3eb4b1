import { test } from './pages/test'
import { walkWholeJourney } from './pages/whole-journey'

test.use({ standing: { upstream: 'embedded' } })

test('a stranger becomes a customer, sees to everything and comes back @every-way', async ({
  visitor,
  anotherVisitor,
}) => {
  test.setTimeout(120_000)
  await walkWholeJourney(visitor, anotherVisitor)
})
