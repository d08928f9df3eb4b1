import { walkWholeJourney } from './actions/whole-journey'
import { scriptsInTurn } from './support/scripts-in-turn'
import { expect, test } from './test'

const inTurn = scriptsInTurn()

test.use({ standing: { upstream: 'remote' } })

test('a stranger becomes a customer where the product API stands in another process', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor, portal }) => {
  test.setTimeout(120_000)
  await walkWholeJourney(visitor, anotherVisitor)
  expect(portal.proxy?.seen.length).toBeGreaterThan(50)
})
