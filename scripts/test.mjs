import './prepare/node-version.mjs'
import { journeys } from './check/journeys.mjs'
import { runParts } from './check/run-parts.mjs'
import { shots } from './check/shots.mjs'
import { size } from './check/size.mjs'
import { unit } from './check/unit.mjs'
import { validate } from './check/validate.mjs'
import { prepareChromium } from './prepare/chromium.mjs'
import { preparedBuild } from './prepare/prepare.mjs'
import { prepareProxies } from './prepare/proxies.mjs'
import { enterProject } from './prepare/root.mjs'
import { entry, Stop } from './prepare/stop.mjs'
import { prepareStrace } from './prepare/strace.mjs'

/** Folders whose tests need no build; those of tests/web run the built portal. */
const UNBUILT = /^(api|app|bench|contract|format|scripts|tests\/api)\b/

const isUnbuilt = (filters) => filters.length > 0 && filters.every((filter) => UNBUILT.test(filter))

const inBrowser = () => [prepareChromium, preparedBuild]

/** `needs` returns the preparations for the given filters. */
const PARTS = {
  validate: { title: 'Types, lint, dependency rules', run: validate, needs: () => [] },
  unit: {
    title: 'Unit, API and web tests (vitest)',
    run: unit,
    needs: (filters) => [prepareStrace, ...(isUnbuilt(filters) ? [] : [prepareProxies, preparedBuild])],
  },
  size: { title: 'Size budgets', run: size, needs: () => [preparedBuild] },
  shots: { title: 'Pictures of every screen', run: shots, needs: inBrowser },
  e2e: { title: 'Journeys in Chromium (Playwright)', run: journeys, needs: inBrowser },
}

const withFilters = (key, { title, run, needs }, filters) => ({
  key,
  title,
  run: () => run(filters),
  needs: needs(filters),
})

/** `npm test` runs all parts; `npm test -- unit app/ui` runs one and passes the rest to its runner. */
function partsFor([name, ...filters]) {
  if (name === undefined) return Object.entries(PARTS).map(([key, part]) => withFilters(key, part, []))
  const part = PARTS[name]
  if (!part) throw new Stop(`There is no part '${name}' of the tests: ${Object.keys(PARTS).join(', ')}.`)
  return [withFilters(name, part, filters)]
}

await entry(async () => {
  enterProject()
  await runParts(partsFor(process.argv.slice(2)))
})
