import './prepare/node-version.mjs'
import { journeys } from './check/journeys.mjs'
import { shots } from './check/shots.mjs'
import { size } from './check/size.mjs'
import { slowLine } from './check/slowest.mjs'
import { unit } from './check/unit.mjs'
import { validate } from './check/validate.mjs'
import { prepareChromium } from './prepare/chromium.mjs'
import { preparedBuild, preparedDependencies } from './prepare/prepare.mjs'
import { seconds } from './prepare/progress.mjs'
import { enterProject } from './prepare/root.mjs'
import { entry, Stop } from './prepare/stop.mjs'

const STAGES = {
  validate: { title: 'Types, lint, dependency rules', run: validate },
  unit: { title: 'Unit, API and web tests (vitest)', run: unit },
  size: { title: 'Size budgets', run: size, needs: [preparedBuild] },
  shots: { title: 'Pictures of every screen', run: shots, needs: [prepareChromium, preparedBuild] },
  e2e: { title: 'Journeys in Chromium (Playwright)', run: journeys, needs: [prepareChromium, preparedBuild] },
}

/** `npm test` runs all; `npm test -- unit app/ui` runs a part, and what follows its name goes to its runner. */
function chosen([name, ...filters]) {
  if (name === undefined)
    return Object.entries(STAGES).map(([key, stage]) => ({ key, ...stage, filters: [] }))
  const stage = STAGES[name]
  if (!stage) throw new Stop(`There is no part '${name}' of the tests: ${Object.keys(STAGES).join(', ')}.`)
  return [{ key: name, ...stage, filters }]
}

async function runStage({ key, title, run, filters }) {
  const startedAt = Date.now()
  console.log(`\n── ${title}`)
  try {
    return { ...(await run(filters)), took: seconds(startedAt) }
  } catch (error) {
    console.log(error)
    return { stage: key, passed: 0, failed: 1, skipped: [], took: seconds(startedAt) }
  }
}

function sumUp(outcomes) {
  console.log('')
  for (const { stage, passed, failed, skipped, slowest = [], took } of outcomes) {
    console.log(`${stage}: ${passed} passed, ${failed} failed, ${skipped.length} skipped in ${took}`)
    for (const file of slowest) console.log(slowLine(file))
  }
  const all = outcomes.flatMap(({ stage, skipped }) => skipped.map((name) => `${stage}: ${name}`))
  if (all.length > 0)
    console.log(
      `\n!!! ${all.length} SKIPPED, so nothing is proved of:\n${all.map((name) => `!!!   ${name}`).join('\n')}`,
    )
  const total = (key) => outcomes.reduce((sum, counts) => sum + counts[key], 0)
  const failed = total('failed')
  console.log(
    `\n${total('passed')} passed, ${failed} failed${all.length > 0 ? `, ${all.length} skipped` : ''}`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

await entry(async () => {
  enterProject()
  const stages = chosen(process.argv.slice(2))
  await preparedDependencies()
  for (const prepare of new Set(stages.flatMap(({ needs = [] }) => needs))) await prepare()
  const outcomes = []
  for (const stage of stages) outcomes.push(await runStage(stage))
  sumUp(outcomes)
})
