import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from './support/fake-upstream'
import type { Page } from './support/page'
import { portalOfThisFile } from './support/portal'
import { eachForm, eachScreen, screenOf } from './support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // As React writes HTML, which is as good: no space is saved, and nobody reads it in this form.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'prefer-native-element': 'off',
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-redundant-role': 'off',
    'tel-non-breaking': 'off',
    'no-inline-style': 'off',
  },
})

const faults = async (page: Page) => {
  const { results } = await validator.validateString(page.html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

describe.each(['usual', '150_white_sans_0_1.5_on'])('in the version %s', (version) => {
  const visitorFor = async (access: string) => {
    const visitor = access === 'user' ? await portal.customer() : portal.visitor()
    if (version !== 'usual') visitor.cookies.set('accessibleVersion', version)
    return visitor
  }

  test.each(eachScreen)('the screen %s is valid HTML', async (_, screen) => {
    const visitor = await visitorFor(screen.access)
    expect(await faults(await visitor.get(screen.path))).toEqual([])
  })

  test.each(eachForm)('the form %s is valid HTML when it is refused', async (_, form) => {
    const screen = screenOf(form)
    const visitor = await visitorFor(screen.access)
    const refused = Object.fromEntries(Object.keys(form.typed).map((name) => [name, '']))
    expect(await faults(await visitor.post(screen.path, refused))).toEqual([])
  })
})
