import { expect, test } from './pages/test'
import { walkWholeJourney } from './pages/whole-journey'

test.use({ standing: { upstream: 'remote' } })

test('a stranger becomes a customer where the product API stands in another process', async ({
  visitor,
  anotherVisitor,
  portal,
}) => {
  test.setTimeout(120_000)
  await walkWholeJourney(visitor, anotherVisitor)
  expect(portal.proxy?.seen.length).toBeGreaterThan(50)
})
