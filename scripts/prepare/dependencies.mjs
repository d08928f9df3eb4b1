import { readFileSync, statSync } from 'node:fs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'
import { npm } from './run.mjs'
import { hashOf, isStamped, stamp } from './stamp.mjs'

const STAMP = inProject('node_modules', '.cache', 'installed')

// npm's list of what is in node_modules, rewritten on every change.
const RECORD = inProject('node_modules', '.package-lock.json')

/** What the build and the servers need: `dependencies`. */
export const FOR_BUILD = 'for the build'
/** Also what checks and tests need: `devDependencies`. */
export const ALL = 'all'

function state(extent) {
  const changedAt = statSync(RECORD, { throwIfNoEntry: false })?.mtimeMs
  // npm installs the native modules of this platform alone.
  const machine = `${process.platform} ${process.arch}`
  return `${hashOf(['package-lock.json'])} ${changedAt} ${machine} ${extent}`
}

export const areDependenciesReady = (extent) =>
  isStamped(STAMP, state(ALL)) || (extent === FOR_BUILD && isStamped(STAMP, state(FOR_BUILD)))

// After a developer's `npm install` everything may already be there.
function isInstalledAsLocked(extent) {
  try {
    const locked = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(RECORD, 'utf8')).packages
    const mayMiss = ({ optional, dev, devOptional }) =>
      optional || devOptional || (dev && extent === FOR_BUILD)
    return Object.entries(locked).every(
      ([path, entry]) =>
        path === '' ||
        installed[path]?.version === entry.version ||
        (mayMiss(entry) && installed[path] === undefined),
    )
  } catch {
    return false
  }
}

function install(extent) {
  const run = (title, ...args) =>
    step(title, () =>
      npm(`${title} failed.`, [...args, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: inProject() }),
    )
  if (extent === FOR_BUILD) return run('Installing dependencies (npm ci)', 'ci', '--omit=dev')
  // `npm ci` would first delete what a running server may still load.
  if (isInstalledAsLocked(FOR_BUILD))
    return run('Installing what tests need (npm install)', 'install', '--no-save', '--include=dev')
  return run('Installing dependencies (npm ci)', 'ci', '--include=dev')
}

/** Installs what package-lock.json lists, unless it is installed; a repeated call costs one hash. */
export async function prepareDependencies(extent) {
  if (areDependenciesReady(extent)) return
  if (!isInstalledAsLocked(extent)) await install(extent)
  stamp(STAMP, state(isInstalledAsLocked(ALL) ? ALL : FOR_BUILD))
}
