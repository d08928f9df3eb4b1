import { randomBytes } from 'node:crypto'
import { isLongRun } from '../tests/support/long-run'
import { faultsOfHtml } from '../tests/support/valid-html'
import { usesLook } from './actions/display-settings'
import { isWellDrawn } from './checks/accessibility'
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

const look = (
  { name, route, openTo, way }: Screen,
  title: string,
  visit: Visit,
  modes: readonly VisitMode[],
) =>
  test(title, { tag: modes.map((mode) => `@scripts-${mode}`) }, async ({
    visitor,
    signedInAsAnna,
    portal,
  }) => {
    await visitor.context.setExtraHTTPHeaders(fromElsewhere())
    if (visit.look) await usesLook(visitor, visit.look, portal.url)
    if (openTo === 'everybody' && visit.who === 'customer') await signedInAsAnna()
    await way(visitor, signedInAsAnna)
    expect(isOf(route, new URL(visitor.page.url()).pathname), `${name} is of ${route}`).toBe(true)
    // The DOM after scripts ran; the server's HTML is checked in tests/web/screens/valid-html.test.ts.
    if (visitor.scripts) expect(await faultsOfHtml(await visitor.page.content())).toEqual([])
    await isWellDrawn(visitor, visit.widths)
  })

if (isLongRun)
  for (const [index, screen] of screens.entries())
    for (const { modes, ...visit } of everyVisit(screen, index))
      look(
        screen,
        `${screen.name}, ${visit.who}, ${visit.look ? 'accessible' : 'usual'}: in every way`,
        visit,
        modes,
      )
else
  for (const [index, screen] of screens.entries()) {
    const { mode, ...visit } = visitOf(index)
    look(screen, `${screen.name}: nothing is cut off, nothing is in the way of anybody`, visit, [mode])
  }
