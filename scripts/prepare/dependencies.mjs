import { readFileSync, statSync } from 'node:fs'
import { hasCommand, installPackages, isRootOnDebian } from './debian.mjs'
import { folderWithHeaders } from './node-headers.mjs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'
import { npm, run } from './run.mjs'
import { SQLITE_PACKAGE } from './sqlite-package.mjs'
import { hashOf, isStamped, stamp } from './stamp.mjs'
import { Stop } from './stop.mjs'

const STAMP = inProject('node_modules', '.cache', 'installed')
const COMPILED_SQLITE = inProject('node_modules', 'better-sqlite3')
const PREBUILT_MS = 60_000

// npm's record of what is in node_modules, rewritten on every change.
const RECORD = inProject('node_modules', '.package-lock.json')

function state() {
  const recorded = statSync(RECORD, { throwIfNoEntry: false })?.mtimeMs
  // A native module is built for one Node ABI and one platform.
  const machine = `${process.platform} ${process.arch} ${process.versions.modules}`
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

async function sqliteWorks() {
  const probe = `new (require('${SQLITE_PACKAGE}'))(':memory:').close()`
  return (await run(process.execPath, ['-e', probe], { cwd: inProject() })).code === 0
}

async function fetchSqliteBinary() {
  const fetcher = inProject('node_modules', 'prebuild-install', 'bin.js')
  await run(process.execPath, [fetcher], { cwd: COMPILED_SQLITE, timeout: PREBUILT_MS })
  return sqliteWorks()
}

async function compileSqlite() {
  const missing = ['g++', 'make', 'python3'].filter((command) => !hasCommand(command))
  if (missing.length > 0) {
    if (!isRootOnDebian())
      throw new Stop(
        `The database module has to be compiled: install ${missing.join(', ')}, then run this again.`,
      )
    await step(`Installing ${missing.join(', ')}`, () => installPackages(...missing))
  }
  const headers = folderWithHeaders()
  const nodedir = headers ? { npm_config_nodedir: headers } : {}
  // By default node-gyp compiles one file at a time.
  const env = { ...process.env, ...nodedir, JOBS: 'max', npm_config_build_from_source: 'true' }
  await npm('better-sqlite3 did not compile.', ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], {
    cwd: inProject(),
    env,
  })
  if (!(await sqliteWorks())) throw new Stop('better-sqlite3 was compiled but does not load.')
}

async function prepareSqlite() {
  if (await sqliteWorks()) return
  if (SQLITE_PACKAGE !== 'better-sqlite3')
    throw new Stop(
      `The database module does not load on ${process.platform} ${process.arch}: use Node 20, for which it can be compiled.`,
    )
  if (!(await step('Looking for a ready-made database module', fetchSqliteBinary)))
    await step('There is none: compiling the database module (a minute or two)', compileSqlite)
}

/** Installs what package-lock.json lists, unless it is installed; a repeated call costs one hash. */
export async function prepareDependencies() {
  if (areDependenciesReady()) return
  if (!isInstalledAsLocked())
    await step('Installing dependencies (npm ci)', () =>
      // Without install scripts: the only one that matters runs below, with a fallback and a message.
      npm('npm ci failed.', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: inProject(),
      }),
    )
  await prepareSqlite()
  stamp(STAMP, state())
}
