import { describe, expect, test } from 'vitest'
import { faultsOfHtml } from '../../support/valid-html'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { portalOfThisFile } from '../support/portal'
import { eachForm, eachScreen, screenOf, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

describe.each(eachScreen)('the screen %s', (_, screen) => {
  test.each([null, '150_white_sans_0_1.5_on'])('is valid HTML in the version %s', async (version) => {
    const visitor = await visitorOf(screen, portal)
    if (version) visitor.cookies.set('accessibleVersion', version)
    expect(await faultsOfHtml((await visitor.get(screen.path)).html)).toEqual([])
  })
})

test.each(eachForm)('the form %s is valid HTML when it is rejected', async (_, form) => {
  const screen = screenOf(form)
  const visitor = await visitorOf(screen, portal)
  const refused = Object.fromEntries(Object.keys(form.typed).map((name) => [name, '']))
  expect(await faultsOfHtml((await visitor.post(screen.path, refused)).html)).toEqual([])
})
