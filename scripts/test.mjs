import './prepare/node-version.mjs'
import { journeys } from './check/journeys.mjs'
import { runParts } from './check/run-parts.mjs'
import { shots } from './check/shots.mjs'
import { size } from './check/size.mjs'
import { unit } from './check/unit.mjs'
import { validate } from './check/validate.mjs'
import { prepareChromium } from './prepare/chromium.mjs'
import { preparedBuild } from './prepare/prepare.mjs'
import { enterProject } from './prepare/root.mjs'
import { entry, Stop } from './prepare/stop.mjs'

const PARTS = {
  validate: { title: 'Types, lint, dependency rules', run: validate },
  unit: { title: 'Unit, API and web tests (vitest)', run: unit },
  size: { title: 'Size budgets', run: size, needs: [preparedBuild] },
  shots: { title: 'Pictures of every screen', run: shots, needs: [prepareChromium, preparedBuild] },
  e2e: { title: 'Journeys in Chromium (Playwright)', run: journeys, needs: [prepareChromium, preparedBuild] },
}

/** `npm test` runs all parts; `npm test -- unit app/ui` runs one and passes the rest to its runner. */
function chosen([name, ...filters]) {
  if (name === undefined) return Object.entries(PARTS).map(([key, part]) => ({ key, ...part }))
  const part = PARTS[name]
  if (!part) throw new Stop(`There is no part '${name}' of the tests: ${Object.keys(PARTS).join(', ')}.`)
  return [{ key: name, ...part, run: () => part.run(filters) }]
}

await entry(async () => {
  enterProject()
  await runParts(chosen(process.argv.slice(2)))
})
