import { randomBytes } from 'node:crypto'
import { isLongRun } from '../tests/support/long-run'
import { faultsOfHtml } from '../tests/support/valid-html'
import { changesLook, usesLook } from './actions/display-settings'
import type { Visitor } from './actions/visitor'
import { isWellDrawn } from './checks/accessibility'
import { beginsOnFirstScreen } from './checks/first-screen'
import { largeText } from './data/display-settings'
import { patterns } from './data/routes'
import { type Screen, screens } from './data/screens'
import { everyVisit, type Visit, type VisitMode, visitOf } from './data/visits'
import { expect, test } from './test'

/** Whether an address matches the route pattern. */
const isOf = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(pathname)

test('every route has its screens here @scripts-off', () => {
  const known = new Set(screens.map(({ route }) => route))
  expect(patterns.length).toBeGreaterThan(30)
  expect(patterns.filter((pattern) => !known.has(pattern))).toEqual([])
  expect([...known].filter((pattern) => !patterns.includes(pattern))).toEqual([])
})

/** Rate limits count by address. */
const fromElsewhere = () => ({ 'X-Forwarded-For': [10, ...randomBytes(3)].join('.') })

type Tag = `@scripts-${VisitMode | 'off'}`

/** Opens the screen as this visitor, then runs the checks. */
const visits = (
  title: string,
  { name, route, openTo, way }: Screen,
  { who, look }: Pick<Visit, 'who' | 'look'>,
  tag: Tag[],
  checks: (visitor: Visitor) => Promise<void>,
) =>
  test(title, { tag }, async ({ visitor, signedInAsAnna, portal }) => {
    await visitor.context.setExtraHTTPHeaders(fromElsewhere())
    if (look) await usesLook(visitor, look, portal.url)
    if (openTo === 'everybody' && who === 'customer') await signedInAsAnna()
    await way(visitor, signedInAsAnna)
    expect(isOf(route, new URL(visitor.page.url()).pathname), `${name} is of ${route}`).toBe(true)
    await checks(visitor)
  })

const visitsAndLooks = (title: string, screen: Screen, visit: Visit, modes: readonly VisitMode[]) =>
  visits(
    title,
    screen,
    visit,
    modes.map((mode) => `@scripts-${mode}` as const),
    async (visitor) => {
      // The DOM after scripts ran; the server's HTML is checked in tests/web/screens/valid-html.test.ts.
      if (visitor.scripts) expect(await faultsOfHtml(await visitor.page.content())).toEqual([])
      await isWellDrawn(visitor, visit.widths)
      if (!visit.look) return
      await changesLook(visitor, largeText)
      await beginsOnFirstScreen(visitor)
    },
  )

if (isLongRun)
  for (const [index, screen] of screens.entries())
    for (const { modes, ...visit } of everyVisit(screen, index)) {
      const version = visit.look ? 'accessible' : 'usual'
      visitsAndLooks(`${screen.name}, ${visit.who}, ${version}: in every way`, screen, visit, modes)
    }
else
  for (const [index, screen] of screens.entries()) {
    const { mode, ...visit } = visitOf(index)
    const title = `${screen.name}: nothing is cut off, nothing is in the way of anybody`
    visitsAndLooks(title, screen, visit, [mode])
    if (visit.look) continue
    // A visit in the accessible version has checked this, too.
    const who = visit.who === 'guest' ? 'customer' : 'guest'
    const tag = mode === 'on' ? '@scripts-on' : '@scripts-off'
    visits(
      `${screen.name}: begins on a phone’s first screen, and has one column on a wide one`,
      screen,
      { who, look: largeText },
      [tag],
      beginsOnFirstScreen,
    )
  }
