import { isWellDrawn } from './pages/accessible'
import { screens } from './pages/screens'
import { test } from './pages/test'

for (const [name, way] of Object.entries(screens)) {
  test(`${name}: nothing is cut off, nothing is in the way of anybody`, async ({
    visitor,
    signedInAsAnna,
  }) => {
    await way(visitor, signedInAsAnna)
    await isWellDrawn(visitor)
  })
}
