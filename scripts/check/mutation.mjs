import { readFileSync } from 'node:fs'
import { answeredSurvivors } from '../../mutation/answered-survivors.mjs'
import { areas } from '../../mutation/areas.mjs'
import { inProject } from '../prepare/root.mjs'
import { run } from '../prepare/run.mjs'
import { outcome } from './outcome.mjs'
import { sourcesOf } from './row-sources.mjs'
import { compareSurvivors, readMutants } from './survivors.mjs'

const STRYKER = inProject('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
const CONFIG = inProject('mutation', 'stryker.config.mjs')

/** Percent of an area's mutants that its tests have to kill, whatever is answered of the others. */
const ENOUGH = 90

const readReport = (area) => JSON.parse(readFileSync(inProject('.cache', 'mutation', `${area}.json`), 'utf8'))

/**
 * Changes the area's code in every way that Stryker knows and counts what its tests notice. Fails for each survivor
 * without an answer, for each answer without its survivor, and when too many survive.
 */
export async function mutation(area) {
  const { code } = await run(process.execPath, [STRYKER, 'run', CONFIG], {
    cwd: inProject(),
    show: true,
    env: { ...process.env, MUTATION_AREA: area, TEST_DATABASES: 'sqlite' },
  })
  const stage = `mutation-${area}`
  if (code !== 0) return outcome(stage, { passed: 0, failed: 1, endedWell: false })
  const { killed, timeouts, survivors } = readMutants(readReport(area))
  const answers = answeredSurvivors[area] ?? []
  const { unanswered, outdated } = compareSurvivors(survivors, answers)
  for (const { file, at, line, becomes, isReached } of unanswered)
    console.log(`${file}:${at} ${isReached ? 'survived' : 'not reached'}\n  ${line}\n  → ${becomes}`)
  for (const { file, line, becomes } of outdated)
    console.log(`${file}: answered, but no survivor any more\n  ${line}\n  → ${becomes}`)
  const all = killed + survivors.length
  const percent = (100 * killed) / all
  const figure = `figure 24: ${area}: ${killed} of ${all} killed (${percent.toFixed(1)} %), ${timeouts} of them by time; ${survivors.length} survived, ${unanswered.length} of them without an answer`
  console.log(figure)
  const tooFew = percent < ENOUGH ? 1 : 0
  const counts = { passed: killed, failed: unanswered.length + outdated.length + tooFew, endedWell: true }
  return { ...outcome(stage, counts), figures: [figure] }
}

/**
 * The rows of `npm run test:long`, one for each area; each uses both cores. An area whose survivors nobody has answered
 * yet runs only when it is named.
 */
export const mutationRows = Object.entries(areas).map(([area, { mutate, tests }]) => ({
  row: `mutation-${area}`,
  cores: 2,
  // The answers of an area count alone: those of the others change more often than its code.
  sources: [...sourcesOf(mutate[0]), 'mutation/stryker.config.mjs', 'mutation/vitest.config.mjs'],
  settings: { mutate, tests, answers: answeredSurvivors[area] },
  isOnlyNamed: answeredSurvivors[area] === undefined,
  run: () => mutation(area),
}))
