import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port'

export interface Postgres {
  /** The cluster's superuser in its own database, as a connection string. */
  url: string
  /** Ends all its processes at once, as a power failure does, and starts it again over what was written by then. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

interface Owner {
  uid: number
  gid: number
}

function versionsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(folder, version, 'bin'))
}

function findPrograms(): string | undefined {
  const folders = [...versionsIn('/usr/lib/postgresql'), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

// PostgreSQL refuses to run as root: an unprivileged user runs it then.
function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!found) throw new Error('Neither a user postgres nor nobody exists to run PostgreSQL')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

async function run(program: string, args: string[], owner: Owner | undefined, cwd: string): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd, ...owner })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`)
}

// The server lives as long as the pipe to it is open, so that a killed test run leaves nothing behind.
const KEEPER = `"$@" & server=$!
read -r signal || signal=INT
kill "-$signal" $server
wait $server`

/** Commits are as durable as in production: in memory, where the tests have their folder, that costs them nothing. */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '32MB',
  jit: 'off',
  timezone: 'UTC',
}

async function serve(
  programs: string,
  folder: string,
  port: number,
  owner: Owner | undefined,
  others: Record<string, string>,
): Promise<(signal: 'INT' | 'QUIT') => Promise<void>> {
  const settings = {
    ...SETTINGS,
    ...others,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = [join(programs, 'postgres'), '-D', join(folder, 'cluster'), ...options]
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', ...server], {
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: folder,
    ...owner,
  })
  const ended = once(keeper, 'close')
  const output: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface(keeper.stderr).on('line', (line) => {
      output.push(line)
      if (line.includes('ready to accept connections')) resolve()
      if (line.includes('FATAL')) reject(new Error(`PostgreSQL did not start:\n${output.join('\n')}`))
    })
    keeper.once('error', reject)
    keeper.once('close', () => reject(new Error(`PostgreSQL ended:\n${output.join('\n')}`)))
  })
  return async (signal) => {
    keeper.stdin.end(`${signal}\n`)
    await ended
  }
}

/**
 * Starts a PostgreSQL cluster for this run inside `folder`, on a random loopback port; undefined when PostgreSQL is not
 * installed. Its locale is C, the least helpful one: no collation and no lower case for Cyrillic. `others` are settings
 * that differ from those of a test.
 */
export async function startPostgres(
  folder: string,
  others: Record<string, string> = {},
): Promise<Postgres | undefined> {
  const programs = findPrograms()
  if (programs === undefined) return undefined
  const owner = findOwner()
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const loginOptions = ['--username=tests', `--pwfile=${passwordFile}`, '--auth=password']
  const clusterOptions = ['--no-sync', '--encoding=UTF8', '--locale=C', `--pgdata=${join(folder, 'cluster')}`]
  await run(join(programs, 'initdb'), [...loginOptions, ...clusterOptions], owner, folder)
  const port = await freePort()
  const start = () => serve(programs, folder, port, owner, others)
  let end = await start()
  return {
    url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`,
    async crash() {
      await end('QUIT')
      end = await start()
    },
    stop: () => end('INT'),
  }
}
