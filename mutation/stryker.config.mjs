import { resolve } from 'node:path'
import { chosenArea } from './areas.mjs'

const { name, mutate, isBuilt = false } = chosenArea()

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate,
  mutator: {
    // The compiler rejects an empty status, code, column or field; words for people are not rules.
    excludedMutations: ['StringLiteral'],
  },
  testRunner: 'vitest',
  // The tests reach their area over HTTP: no import tells which of them are related.
  vitest: { configFile: 'mutation/vitest.config.mjs', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // What is computed once, when a module is loaded, would need all tests again for each mutant.
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  // A mutant that loops is stopped by its count of hits; this is for one that waits for ever, on a busy machine.
  timeoutMS: 30_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 30,
  incremental: true,
  incrementalFile: `.cache/mutation/${name}.incremental.json`,
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: ['/bench', '/build', '/data', '/deploy', '/docs', '/e2e', '/release'],
  // Neither Vitest nor the build checks types.
  disableTypeChecks: false,
  ...(isBuilt && {
    buildCommand: `node mutation/build-in-sandbox.mjs "${resolve('node_modules')}"`,
    symlinkNodeModules: false,
  }),
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `.cache/mutation/${name}.json` },
  thresholds: { high: 90, low: 90, break: null },
}
