import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fastFolder } from '../../support/fast-folder'

const project = fileURLToPath(new URL('../../..', import.meta.url))

/** Settings of a server whose `passHour` works. */
export const advanceableClock = {
  NODE_OPTIONS: `--import=${new URL('./advance-clock.mjs', import.meta.url).href}`,
}

/** Settings of a server with a hundredth of the usual time for a request to arrive. */
export const shortArrival = {
  NODE_OPTIONS: `--import=${new URL('./short-arrival.mjs', import.meta.url).href}`,
}

type Settings = Record<string, string>

export interface ServerProcess {
  pid: number
  /** Its output so far. */
  stdout(): string
  stderr(): string
  /** Advances `performance.now` of the server by an hour. Its settings must have `advanceableClock`. */
  passHour(): void
  /** Stops it as an operator does; returns the exit code. */
  stop(): Promise<number | null>
  /** Ends it at once, as a power failure does. */
  kill(): Promise<void>
}

/** A built server (`server.js`, `api.js`) with only these settings, in a new data folder. */
const spawnServer = (file: string, settings: Settings, words: readonly string[] = []) => {
  const path = join(project, 'build', file)
  if (!existsSync(path)) throw new Error('The portal is not built: run npm run build first')
  const dataDir = mkdtempSync(join(fastFolder(), 'portal-process-'))
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  // Tests run side by side: only one of them could have the usual port of the metrics.
  const defaults = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, METRICS_PORT: 'off' }
  const variables = Object.entries({ ...defaults, ...settings })
  // The command env sets the variables: the types of process.env require some that an operator need not set.
  const command = ['-i', ...variables.map((pair) => pair.join('=')), process.execPath, path, ...words]
  const child = spawn('env', command, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: textOf(child.stdout), stderr: textOf(child.stderr) }
  // 'close', not 'exit': by then all output has been read.
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    rmSync(dataDir, { recursive: true, force: true })
    return code ?? null
  })
  return { child, ended, ...printed }
}

const textOf = (stream: Readable) => {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}

/** Waits for the end of a server that its settings keep from starting, or of a command; returns its result. */
export const endedProcess = async (file: string, settings: Settings, words: readonly string[] = []) => {
  const { ended, stdout, stderr } = spawnServer(file, settings, words)
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

/** Starts a server and waits until it has printed its address. */
export const startServer = async (
  file: string,
  settings: Settings,
  words: readonly string[] = [],
): Promise<ServerProcess> => {
  const { child, ended, stdout, stderr } = spawnServer(file, settings, words)
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (/ is at http/.test(stdout())) resolve()
    })
  })
  const code = await Promise.race([listening, ended])
  if (code !== undefined) throw new Error(`${file} ended with ${code}: ${stderr()}`)
  if (child.pid === undefined) throw new Error(`${file} has no process`)
  return {
    pid: child.pid,
    stdout,
    stderr,
    passHour() {
      child.kill('SIGUSR2')
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The demo customer's login, which a server started with DEMO_DATA=on prints after its address. */
export const demoLoginOf = async ({ stdout }: Pick<ServerProcess, 'stdout'>) => {
  const deadline = Date.now() + 10_000
  for (;;) {
    const [, email, password] = /^Demo customer: (\S+), password: (.+)\n/m.exec(stdout()) ?? []
    if (email !== undefined && password !== undefined) return { email, password }
    if (Date.now() > deadline) throw new Error(`No demo customer was printed: ${stdout()}`)
    await wait(10)
  }
}
