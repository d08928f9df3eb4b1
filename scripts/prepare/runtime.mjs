import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { alone } from './lock.mjs'
import { inProject } from './root.mjs'
import { npm } from './run.mjs'
import { hashOf, isStamped, stamp } from './stamp.mjs'
import { Stop } from './stop.mjs'

/** The package.json and package-lock.json of the npm packages with Node, one package for each platform. */
const SOURCE = inProject('scripts', 'runtime')
const FOLDER = inProject('.cache', 'runtime')
const STAMP = join(FOLDER, 'installed')
const NOT_INSTALLED =
  'Node 26 could not be had from npm: see whether its registry answers, or install Node 26.'
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Returns the package with Node for a platform, its version, and the path of the program in FOLDER. */
export function runtimeFor({ platform, arch }) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const { optionalDependencies } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'))
  const version = optionalDependencies[name]
  if (version === undefined)
    throw new Stop(`npm has no Node 26 for ${platform} ${arch}: install one yourself, see https://nodejs.org`)
  const file = platform === 'win32' ? 'node.exe' : 'node'
  return { version, program: join(FOLDER, 'node_modules', name, 'bin', file) }
}

/** Installs the runtime, unless it is there. npm compares it with the hash in the lock file. */
async function installRuntime(program) {
  const state = hashOf(['scripts/runtime'])
  const isInstalled = () => isStamped(STAMP, state) && existsSync(program)
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(SOURCE, file), join(FOLDER, file))
    const options = ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', FOLDER]
    await npm(NOT_INSTALLED, ['ci', ...options], { cwd: FOLDER })
    // npm skips an optional package that it can't download.
    if (!existsSync(program)) throw new Stop(NOT_INSTALLED)
    stamp(STAMP, state)
  })
}

/**
 * Runs a command instead of this process: with its terminal, signals and exit code. The command has an IPC channel: when
 * the channel ends, it notices that this process was killed.
 */
export function replaceProcess(program, args) {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const forward = (signal) => child.kill(signal)
  for (const signal of FORWARDED) process.on(signal, forward)
  return new Promise((_, reject) => {
    child.once('error', (error) => reject(new Stop(`Node 26 from npm does not run here: ${error.message}`)))
    child.once('exit', (code, signal) => {
      for (const forwarded of FORWARDED) process.off(forwarded, forward)
      if (signal) process.kill(process.pid, signal)
      process.exit(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Runs this script again with the supported Node, and exits with its code. */
export async function runAgainWithRuntime() {
  try {
    const { version, program } = runtimeFor(process)
    console.error(`Node ${process.versions.node} here: running with Node ${version} from npm`)
    await installRuntime(program)
    // For programs that name `node` in their first line.
    process.env.PATH = [dirname(program), process.env.PATH].filter(Boolean).join(delimiter)
    await replaceProcess(program, [...process.execArgv, ...process.argv.slice(1)])
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exit(1)
  }
}
