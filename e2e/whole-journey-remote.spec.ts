import { walkWholeJourney } from './actions/whole-journey'
import { expect, test } from './test'

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
