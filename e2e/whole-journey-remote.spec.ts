import { walkWholeJourney } from './actions/whole-journey'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

// Continues the modes of whole-journey.spec.ts.
const inTurn = scriptModeTags(1)

test.use({ setup: { upstream: 'remote' } })

test('a visitor registers and uses every setting, with the product API in another process', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor, portal }) => {
  test.setTimeout(120_000)
  await walkWholeJourney(visitor, anotherVisitor)
  expect(portal.proxy?.seen.length).toBeGreaterThan(50)
})
