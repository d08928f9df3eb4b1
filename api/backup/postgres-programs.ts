import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BackupRefused } from './whole-file'

type Program = 'pg_dump' | 'pg_restore'

const longestComplaint = 2_000

/**
 * Throws BackupRefused unless the program is there, and not older than the version: pg_dump reads servers of its own
 * version and older ones alone.
 */
export const requireProgram = async (program: Program, version: number) => {
  const said = await run(program, ['--version'])
  const own = Number(/(\d+)(?:\.\d+)?/.exec(said)?.[1])
  if (!(own >= version))
    throw new BackupRefused(
      `${program} is of PostgreSQL ${own}, and the database of ${version}: put that of ${version} or newer before it in PATH`,
    )
}

/**
 * Runs the program on the database and returns what it prints. Its password is not among the arguments, which everybody on
 * the machine can read. Throws BackupRefused with what it complains of.
 */
export const runOn = (program: Program, databaseUrl: string, args: readonly string[]): Promise<string> => {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  url.search = url.search.slice(1).split('&').filter(isKnownToPrograms).join('&')
  return run(program, [...args, `--dbname=${url.href}`], password === '' ? {} : { PGPASSWORD: password })
}

/** `pg` is told by it to take the other options as the programs do. */
const isKnownToPrograms = (option: string) => !option.startsWith('uselibpqcompat=')

const run = async (
  program: Program,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...env },
  })
  let printed = ''
  let complaint = ''
  child.stdout.on('data', (text) => {
    printed += String(text)
  })
  child.stderr.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-longestComplaint)
  })
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new BackupRefused(
          `${program} is not there: install the client programs of PostgreSQL (postgresql-client), of the server's version or newer, and have them in PATH`,
        )
      : error
  })
  if (code !== 0) throw new BackupRefused(`${program} has failed: ${complaint.trim()}`)
  return printed
}
