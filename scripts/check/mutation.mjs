import { areas } from '../../tests/mutation/areas.mjs'
import { inProject } from '../prepare/root.mjs'
import { run } from '../prepare/run.mjs'
import { outcome } from './outcome.mjs'
import { readReport, reportFile } from './report.mjs'
import { sourcesOf } from './row-sources.mjs'

const STRYKER = inProject('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
const CONFIG = inProject('tests', 'mutation', 'stryker.config.mjs')

/** Counts the mutants of Stryker's report (mutation-testing-report-schema) in the same way as its score. */
function countMutants(report) {
  const mutants = Object.values(report.files).flatMap(({ mutants }) => mutants)
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    killed: count('Killed', 'Timeout'),
    timeouts: count('Timeout'),
    survived: count('Survived', 'NoCoverage'),
  }
}

/**
 * Changes the area's code in every way that Stryker knows, and counts the changes that its tests notice. Stryker prints
 * the survivors, and fails when the score is below the area's.
 */
async function mutation(area) {
  const stage = `mutation-${area}`
  const file = reportFile(stage)
  const { code } = await run(process.execPath, [STRYKER, 'run', CONFIG], {
    cwd: inProject(),
    show: true,
    env: { ...process.env, MUTATION_AREA: area, TEST_DATABASES: 'sqlite' },
  })
  const report = readReport(file)
  if (!report) return outcome(stage, { passed: 0, failed: 1, endedWell: false })
  const { killed, timeouts, survived } = countMutants(report)
  const all = killed + survived
  const percent = ((100 * killed) / all).toFixed(1)
  const figure = `figure 24: ${area}: ${killed} of ${all} killed (${percent} %), ${timeouts} of them by time`
  console.log(figure)
  return {
    ...outcome(stage, { passed: killed, failed: code === 0 ? 0 : 1, endedWell: true }),
    figures: [figure],
  }
}

/** The rows of `npm run test:long`, one for each area; each uses both cores. */
export const mutationRows = Object.entries(areas).map(([area, settings]) => ({
  row: `mutation-${area}`,
  cores: 2,
  // Only the area's own settings: the settings of other areas change more often than its code.
  sources: [
    ...sourcesOf(settings.mutate[0]),
    'tests/mutation/stryker.config.mjs',
    'tests/mutation/vitest.config.mjs',
  ],
  settings,
  isOnlyNamed: settings.minScore === undefined,
  run: () => mutation(area),
}))
