import { randomBytes } from 'node:crypto'
import { isLongRun } from '../tests/support/long-run'
import { faultsOfHtml } from '../tests/support/valid-html'
import { comesWith } from './actions/display-settings'
import { isWellDrawn } from './checks/accessibility'
import { patterns } from './data/routes'
import { type Screen, screens } from './data/screens'
import { everyVisit, type Visit, visitOf } from './data/visits'
import { expect, test } from './test'

/** Whether an address is one of such a route's. */
const isOf = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(pathname)

test('every route of the site has its screens here @scripts-off', () => {
  const known = new Set(screens.map(({ route }) => route))
  expect(patterns.length).toBeGreaterThan(30)
  expect(patterns.filter((pattern) => !known.has(pattern))).toEqual([])
  expect([...known].filter((pattern) => !patterns.includes(pattern))).toEqual([])
})

/** So many newcomers from one address would be held up. */
const fromElsewhere = () => ({ 'X-Forwarded-For': [10, ...randomBytes(3)].join('.') })

const look = (
  { name, route, openTo, way }: Screen,
  title: string,
  visitIn: (mode: 'on' | 'broken') => Visit,
) =>
  test(title, { tag: ['@scripts-on', '@scripts-broken'] }, async ({
    visitor,
    signedInAsAnna,
    portal,
    scriptMode,
  }) => {
    const visit = visitIn(scriptMode === 'on' ? 'on' : 'broken')
    await visitor.context.setExtraHTTPHeaders(fromElsewhere())
    if (visit.look) await comesWith(visitor, visit.look, portal.url)
    if (openTo === 'everybody' && visit.who === 'customer') await signedInAsAnna()
    await way(visitor, signedInAsAnna)
    expect(isOf(route, new URL(visitor.page.url()).pathname), `${name} is of ${route}`).toBe(true)
    // As scripts have left it; as the server sends it: tests/web/screens/valid-html.test.ts.
    if (visitor.scripts) expect(await faultsOfHtml(await visitor.page.content())).toEqual([])
    await isWellDrawn(visitor, visit.widths)
  })

for (const [index, screen] of screens.entries())
  look(screen, `${screen.name}: nothing is cut off, nothing is in the way of anybody`, (mode) =>
    visitOf(index, mode),
  )

if (isLongRun)
  for (const screen of screens)
    for (const visit of everyVisit(screen))
      look(
        screen,
        `${screen.name}, ${visit.who}, ${visit.look?.scheme ?? 'usual'}: in every way`,
        () => visit,
      )
