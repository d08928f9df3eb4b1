import { readdirSync } from 'node:fs'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { drawInRouter } from '../../../tests/support/draw-in-router'
import type { ExampleGroup } from './components.server'

/** Parts of the kit without examples of their own, and why. */
const WITHOUT_EXAMPLES: Record<string, string> = {
  announcer: 'heard, never seen',
  floating: 'how the tooltip, the popover and the dropdown keep their place; each of them is shown',
  'navigation-focus': 'moves the focus and draws nothing',
  'one-button-form': 'a whole page with an h1 of its own, seen at /verify-email/{id}',
  'post-form': 'what forms do; the fields and the error summary show how it looks',
  'request-number': 'a line of the error screens, seen at any address of a page that fails',
  'skip-link': 'the first link of every page, the styleguide among them',
}

const groups = import.meta.glob<ExampleGroup>('./examples/*.tsx', { eager: true, import: 'examples' })
const components = Object.values(groups).flatMap((group) => Object.entries(group))
const folders = readdirSync(new URL('../../ui', import.meta.url))

describe('the styleguide', () => {
  test.each(folders)('shows %s, or the exception is explained', (folder) => {
    const isShown = components.some(([name]) => name === folder)
    expect(isShown || folder in WITHOUT_EXAMPLES).toBe(true)
    expect(isShown && folder in WITHOUT_EXAMPLES, 'the reason is out of date').toBe(false)
  })

  test('has no exception and no examples for a folder that does not exist', () => {
    const named = [...Object.keys(WITHOUT_EXAMPLES), ...components.map(([name]) => name)]
    expect(folders).toEqual(expect.arrayContaining(named))
  })

  test('has a unique title for each component', () => {
    const titles = components.map(([, { title }]) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe.each(components)('the examples of %s', (_, { states }) => {
  test.each(Object.entries(states))('render: %s', async (_state, example) => {
    const html = await drawInRouter(
      <div>{typeof example === 'function' ? createElement(example) : example}</div>,
    )
    expect(html.length).toBeGreaterThan('<div></div>'.length)
  })
})
