import { readFileSync, statSync } from 'node:fs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'
import { npm } from './run.mjs'
import { hashOf, isStamped, stamp } from './stamp.mjs'

const STAMP = inProject('node_modules', '.cache', 'installed')

// npm's record of what is in node_modules, rewritten on every change.
const RECORD = inProject('node_modules', '.package-lock.json')

function state() {
  const recorded = statSync(RECORD, { throwIfNoEntry: false })?.mtimeMs
  // npm installs the native modules of this platform alone.
  const machine = `${process.platform} ${process.arch}`
  return `${hashOf(['package-lock.json'])} ${recorded} ${machine}`
}

export const areDependenciesReady = () => isStamped(STAMP, state())

// After a developer's `npm install` everything may already be there.
function isInstalledAsLocked() {
  try {
    const locked = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(RECORD, 'utf8')).packages
    return Object.entries(locked).every(
      ([path, { version, optional }]) =>
        path === '' || installed[path]?.version === version || (optional && installed[path] === undefined),
    )
  } catch {
    return false
  }
}

/** Installs what package-lock.json lists, unless it is installed; a repeated call costs one hash. */
export async function prepareDependencies() {
  if (areDependenciesReady()) return
  if (!isInstalledAsLocked())
    await step('Installing dependencies (npm ci)', () =>
      npm('npm ci failed.', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: inProject(),
      }),
    )
  stamp(STAMP, state())
}
