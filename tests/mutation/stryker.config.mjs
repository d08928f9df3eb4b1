import { chosenArea } from './areas.mjs'

const { name, mutate, minScore } = chosenArea()

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate,
  mutator: {
    // The compiler rejects an empty status, code, column or field; words for people are not rules.
    excludedMutations: ['StringLiteral'],
  },
  testRunner: 'vitest',
  // Each area names its tests: through the API almost every test is related to almost every file.
  vitest: { configFile: 'tests/mutation/vitest.config.mjs', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // What is computed once, when a module is loaded, would need all tests again for each mutant.
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  // A mutant that loops is stopped by its count of hits; this is for one that waits for ever. It is long, because on a
  // busy machine one that is only slow would count as killed.
  timeoutMS: 60_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 30,
  incremental: true,
  incrementalFile: `.cache/mutation/${name}.incremental.json`,
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: ['/bench', '/build', '/data', '/deploy', '/docs', '/e2e', '/release'],
  // Vitest checks no types.
  disableTypeChecks: false,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: `.cache/reports/mutation-${name}.json` },
  thresholds: { high: 100, low: minScore, break: minScore },
}
