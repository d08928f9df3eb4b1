import './prepare/node-version.mjs'
import { existsSync } from 'node:fs'
import { preparedBuild, preparedDependencies } from './prepare/prepare.mjs'
import { enterProject, inProject } from './prepare/root.mjs'
import { run } from './prepare/run.mjs'
import { entry, Stop } from './prepare/stop.mjs'

const PLAYWRIGHT = inProject('node_modules', '@playwright', 'test', 'cli.js')
const WHOLE_BROWSER = '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'

function windowedChromium() {
  if (process.env.CHROMIUM_PATH) return { CHROMIUM_PATH: process.env.CHROMIUM_PATH }
  if (existsSync(WHOLE_BROWSER)) return { CHROMIUM_PATH: WHOLE_BROWSER }
  if (existsSync(SHELL))
    throw new Stop(
      'A window needs the whole Chromium (Debian: apt-get install chromium), or CHROMIUM_PATH that names one.',
    )
  // Playwright's own Chromium.
  return {}
}

// Runs one journey in a visible window, slowly: npm run test:headed -- payments.spec.ts -g 'name'
await entry(async () => {
  enterProject()
  const chromium = windowedChromium()
  await preparedDependencies()
  await preparedBuild()
  const filters = process.argv.slice(2)
  const way = filters.some((filter) => filter.startsWith('--project')) ? [] : ['--project=scripts-on']
  const args = ['test', '--headed', '--workers=1', '--timeout=0', ...way, ...filters]
  const env = { SLOW_MS: '400', ...process.env, ...chromium }
  process.exitCode = (await run(process.execPath, [PLAYWRIGHT, ...args], { show: true, env })).code
})
