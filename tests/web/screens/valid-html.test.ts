import { describe, expect, test } from 'vitest'
import { faultsOfHtml } from '../../support/valid-html'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { portalOfThisFile } from '../support/portal'
import { eachForm, eachScreen, type Screen, screenOf, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

describe.each(['usual', '150_white_sans_0_1.5_on'])('in the version %s', (version) => {
  const visitorFor = async (screen: Screen) => {
    const visitor = await visitorOf(screen, portal)
    if (version !== 'usual') visitor.cookies.set('accessibleVersion', version)
    return visitor
  }

  test.each(eachScreen)('the screen %s is valid HTML', async (_, screen) => {
    const visitor = await visitorFor(screen)
    expect(await faultsOfHtml((await visitor.get(screen.path)).html)).toEqual([])
  })

  test.each(eachForm)('the form %s is valid HTML when it is rejected', async (_, form) => {
    const screen = screenOf(form)
    const visitor = await visitorFor(screen)
    const refused = Object.fromEntries(Object.keys(form.typed).map((name) => [name, '']))
    expect(await faultsOfHtml((await visitor.post(screen.path, refused)).html)).toEqual([])
  })
})
