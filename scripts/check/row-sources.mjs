import { buildSources } from '../prepare/build.mjs'

const tools = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'scripts/bundle',
  'scripts/prepare/root.mjs',
  'scripts/prepare/supported-node.mjs',
]

/** The sources of tests of the API alone, with their child processes. */
const ofApi = [
  ...tools,
  'api',
  'app/api-client',
  'contract',
  'format',
  'monitoring',
  'process',
  'cli',
  'content',
  'docs/import',
  'tests/api',
  'tests/support',
]

/** The sources of tests beside the code of the portal. */
const ofPortal = [
  ...tools,
  'app',
  'contract',
  'format',
  'monitoring',
  'process',
  'tests/support',
  'tests/web/support',
]

/** The sources of tests of the built portal. */
const ofWeb = [...buildSources, 'vitest.config.ts', 'content', 'tests']

/** Files and folders on which the result of a test file depends. */
export function sourcesOf(testFile) {
  if (testFile.startsWith('tests/docs/')) return [...ofWeb, ...tools, 'scripts', 'CONTRIBUTING.md', 'docs']
  if (testFile.startsWith('tests/web/')) return ofWeb
  return testFile.startsWith('app/') ? ofPortal : ofApi
}

/** Files and folders on which the journeys in Chromium depend. */
export const sourcesOfJourneys = [...buildSources, 'content', 'e2e', 'playwright.config.ts', 'tests/support']

const sourcesOfBench = (files, support) => [
  ...buildSources,
  'content',
  ...files.map((name) => `bench/${name}`),
  ...support.map((name) => `bench/support/${name}.mjs`),
]

/** Files and folders on which the measurement of overload depends. */
export const sourcesOfOverload = sourcesOfBench(
  ['measure-overload.mjs'],
  ['even-load', 'load', 'login-storm', 'median', 'mixed-load', 'portal', 'processes', 'targets'],
)

/** Files and folders on which the measurement of pages depends. */
export const sourcesOfPages = sourcesOfBench(
  ['measure-pages.mjs', 'pages-baseline.json'],
  ['bare', 'even-load', 'load', 'median', 'pages', 'portal', 'processes', 'raw', 'targets'],
)
