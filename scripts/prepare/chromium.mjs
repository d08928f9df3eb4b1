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

/** The Chromium that tests are run in: the operator's or Debian's; undefined: Playwright's (playwright.config.ts takes the same). */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH || [SHELL, BROWSER].find((path) => existsSync(path))

// Asked in a process of its own: this one runs before anything is installed.
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

/** Makes sure that there is a Chromium to test in; a Debian whose root this is gets the shell, which is the quickest. */
export async function prepareChromium() {
  const own = process.env.CHROMIUM_PATH
  if (own && !existsSync(own)) throw new Stop(`CHROMIUM_PATH names ${own}, which does not exist.`)
  if (own || existsSync(SHELL)) return
  if (isRootOnDebian()) {
    const install = () => installPackages('chromium-headless-shell')
    if (!existsSync(BROWSER)) return step('Installing Chromium (apt-get)', install)
    // The whole browser will do where no package can be fetched.
    await step('Installing Chromium’s headless shell (apt-get)', install).catch(({ message }) =>
      console.log(message),
    )
    return
  }
  if (existsSync(BROWSER) || (await hasPlaywrightsOwn())) return
  await step('Installing Chromium (Playwright)', downloadPlaywrightsOwn)
}
