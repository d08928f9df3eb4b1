import { existsSync } from 'node:fs'
import { installPackages, isRootOnDebian } from './debian.mjs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'
import { run } from './run.mjs'
import { Stop } from './stop.mjs'

const SHELL = '/usr/bin/chromium-headless-shell'
const BROWSER = '/usr/bin/chromium'
const ADVICE =
  'No Chromium to test with: install one (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to yours, and run this again.'

/**
 * The Chromium for tests: the operator's or Debian's; undefined for Playwright's. The same rule as in
 * playwright.config.ts.
 */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH || [SHELL, BROWSER].find((path) => existsSync(path))

// In a separate process: this one runs before dependencies are installed.
async function hasPlaywrightsOwn() {
  const probe =
    "process.exit(require('node:fs').existsSync(require('@playwright/test').chromium.executablePath()) ? 0 : 1)"
  return (await run(process.execPath, ['-e', probe], { cwd: inProject() })).code === 0
}

async function downloadPlaywrightsOwn() {
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js')
  const { code, output } = await run(process.execPath, [cli, 'install', 'chromium'], { cwd: inProject() })
  if (code !== 0) throw new Stop(`${output.trimEnd()}\n${ADVICE}`)
}

/** Ensures that there is a Chromium for tests; on Debian as root installs the headless shell, the fastest one. */
export async function prepareChromium() {
  const own = process.env.CHROMIUM_PATH
  if (own && !existsSync(own)) throw new Stop(`CHROMIUM_PATH names ${own}, which does not exist.`)
  if (own || existsSync(SHELL)) return
  if (isRootOnDebian()) {
    const install = () => installPackages('chromium-headless-shell')
    if (!existsSync(BROWSER)) return step('Installing Chromium (apt-get)', install)
    // Where packages can't be downloaded, the full browser is enough.
    await step('Installing Chromium’s headless shell (apt-get)', install).catch(({ message }) =>
      console.log(message),
    )
    return
  }
  if (existsSync(BROWSER) || (await hasPlaywrightsOwn())) return
  await step('Installing Chromium (Playwright)', downloadPlaywrightsOwn)
}
