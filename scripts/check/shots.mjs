import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromiumPath } from '../prepare/chromium.mjs'
import { inProject } from '../prepare/root.mjs'
import { playwright } from './playwright.mjs'

const RECORDED = inProject('e2e', 'shots', 'recorded', 'chromium.txt')
const CONFIG = ['-c', 'playwright.shots.config.ts']
const UPDATE = '--update'

/**
 * Compares screenshots of every screen with the recorded ones; `--update` records them again, other arguments are
 * filters.
 */
export async function shots(commandArgs = []) {
  const isUpdate = commandArgs.includes(UPDATE)
  const filters = commandArgs.filter((argument) => argument !== UPDATE)
  const recordedVersion = existsSync(RECORDED) ? readFileSync(RECORDED, 'utf8').trim() : null
  const version = chromiumVersion()
  if (isUpdate) {
    const which = version === recordedVersion ? 'changed' : 'all'
    return playwright('Shots', [...CONFIG, `--update-snapshots=${which}`, ...filters])
  }
  if (recordedVersion === null) {
    console.log('There are no pictures yet: npm run shots -- --update records them.')
    return { stage: 'Shots', passed: 0, failed: 0, skipped: ['every screen: no pictures are recorded'] }
  }
  if (version !== recordedVersion)
    console.log(
      `!!! The pictures were recorded with Chromium ${recordedVersion}, this is ${version}: they are compared loosely.\n` +
        '!!! npm run shots -- --update records them with this one; look at what changed before you commit it.',
    )
  return playwright('Shots', [...CONFIG, ...filters])
}

function chromiumVersion() {
  const path = chromiumPath()
  if (path === undefined) return "Playwright's own"
  return execFileSync(path, ['--version'], { encoding: 'utf8' }).match(/\d+(\.\d+)+/)?.[0] ?? 'unknown'
}
