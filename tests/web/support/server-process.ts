import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../..', import.meta.url))

type Settings = Record<string, string>

export interface ServerProcess {
  /** What it has printed so far. */
  stdout(): string
  stderr(): string
  /** Ends it as an operator does; gives its exit code. */
  stop(): Promise<number | null>
}

/** A built server (`server.js`, `api.js`) with these settings alone, in a data folder of its own. */
const spawnServer = (file: string, settings: Settings) => {
  const path = join(project, 'build', file)
  if (!existsSync(path)) throw new Error('The portal is not built: run npm run build first')
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-process-'))
  const { PATH = '', HOME = '' } = process.env
  const variables = Object.entries({ PATH, HOME, DATA_DIR: dataDir, ...settings })
  // env becomes the server itself: what types of process.env demand, an operator need not set.
  const command = ['-i', ...variables.map((pair) => pair.join('=')), process.execPath, path]
  const child = spawn('env', command, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: textOf(child.stdout), stderr: textOf(child.stderr) }
  // 'close', not 'exit': by then all that it printed has been read.
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

/** What becomes of a server that its settings must stop. */
export const refusedStart = async (file: string, settings: Settings) => {
  const { ended, stdout, stderr } = spawnServer(file, settings)
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

/** Starts a server and waits until it has printed where it is. */
export const startServer = async (file: string, settings: Settings): Promise<ServerProcess> => {
  const { child, ended, stdout, stderr } = spawnServer(file, settings)
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (/ is at http/.test(stdout())) resolve()
    })
  })
  const code = await Promise.race([listening, ended])
  if (code !== undefined) throw new Error(`${file} ended with ${code}: ${stderr()}`)
  return {
    stdout,
    stderr,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** A port of the loopback address that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}
