import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import type { Page } from '../support/page'
import { plain } from '../support/page'
import { builtApp, portalOfThisFile } from '../support/portal'
import { eachScreen, type Screen, screens, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const build = await builtApp()

const VERSION = 'header > div:first-child, [data-layout] > details'

/** Everything to read, open and send on a page, except the version's own: switch, panel and the row that unfolds the menu. */
const content = (page: Page) => {
  for (const own of page.all(VERSION)) own.remove()
  const forms = page.all('form')
  return {
    title: page.title,
    h1: page.h1,
    headings: page.all('h1, h2, h3, h4').map((heading) => plain(heading.text)),
    links: page.all('body a').map((link) => `${plain(link.text)} → ${link.getAttribute('href')}`),
    buttons: page.buttons,
    forms: forms.map((form) => `${form.getAttribute('method')} ${form.getAttribute('action')}`),
    fields: page
      .all('input, select, textarea')
      // The idempotency key is new each time.
      .map((field) => `${field.getAttribute('name')} ${field.getAttribute('type')}`),
    menus: page.all('nav').map((menu) => menu.getAttribute('aria-label')),
    words: page.main,
  }
}

const inBothVersions = async (screen: Pick<Screen, 'path' | 'access' | 'waitsForCode'>) => {
  const visitor = await visitorOf(screen, portal)
  const usual = await visitor.get(screen.path)
  visitor.cookies.set('accessibleVersion', '200_blue_serif_0.25_2.5_on')
  return { usual, accessible: await visitor.get(screen.path) }
}

describe.each(eachScreen)('the screen %s', (_, screen) => {
  test('has the same content in both versions', async () => {
    const { usual, accessible } = await inBothVersions(screen)
    expect(accessible.all('html[data-version="accessible"]')).toHaveLength(1)
    expect(accessible.all('[data-layout^="wcag"]')).toHaveLength(1)
    expect(usual.all('[data-layout]')).toHaveLength(0)
    expect(accessible.status).toBe(usual.status)
    expect(content(accessible)).toEqual(content(usual))
  })
})

test.each([
  ['a guest', 'all', '/no/such-page'],
  ['a customer', 'user', '/personal/no-such-page'],
] as const)('the 404 page has the same content in both versions for %s', async (_, access, path) => {
  upstream.on('page', { status: 404, body: { message: 'Нет' } })
  const { usual, accessible } = await inBothVersions({ path, access })
  expect(usual.h1).toMatch(/404/)
  expect(content(accessible)).toEqual(content(usual))
})

test('a rejected form has the same content in both versions', async () => {
  const typed = { email: 'no address', password: '' }
  const usual = portal.visitor()
  const accessible = portal.visitor()
  accessible.cookies.set('accessibleVersion', '150_black_sans_0_1.5_on')
  const [first, second] = [await usual.post('/login', typed), await accessible.post('/login', typed)]
  expect(first.status).toBe(400)
  expect(second.errorSummary).toEqual(first.errorSummary)
  expect(content(second)).toEqual(content(first))
})

describe('the layout', () => {
  test.each([
    ['/login', 'wcag-auth'],
    ['/about', 'wcag'],
    ['/pay', 'wcag'],
  ])('of %s is %s', async (path, layout) => {
    const { accessible } = await inBothVersions({ path, access: 'all' })
    expect(accessible.all('[data-layout]').map((place) => place.getAttribute('data-layout'))).toEqual([
      layout,
    ])
  })
})

test('every route that renders a page is tested here', () => {
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId))
  const patternOf = (id: string): string => {
    const route = build.routes[id]
    if (!route) return ''
    return `${route.parentId ? patternOf(route.parentId) : ''}${route.path ? `/${route.path}` : ''}`
  }
  const drawn = Object.values(build.routes).flatMap((route) =>
    route && !parents.has(route.id) && route.module.default
      ? [patternOf(route.id).replace(/(.)\/$/, '$1')]
      : [],
  )
  const paths = Object.values(screens).map(({ path }) => path.split('?')[0] ?? '')
  const isMatched = (pattern: string) => {
    const shape = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`)
    return paths.some((path) => shape.test(path || '/'))
  }
  expect(drawn.length).toBeGreaterThan(15)
  expect(drawn.map((pattern) => pattern || '/').filter((pattern) => !isMatched(pattern))).toEqual([])
})
