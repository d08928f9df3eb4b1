import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BackupRefused } from './whole-file'

type Program = 'pg_dump' | 'pg_restore'

const mostErrorCharacters = 2_000

/**
 * Throws BackupRefused if the program is missing or older than the server's version: pg_dump reads only servers of its
 * own version and older ones.
 */
export const requireProgram = async (program: Program, version: number) => {
  const output = await run(program, ['--version'])
  const programVersion = Number(/(\d+)(?:\.\d+)?/.exec(output)?.[1])
  if (!(programVersion >= version))
    throw new BackupRefused(
      `${program} is of PostgreSQL ${programVersion}, and the database of ${version}: put that of ${version} or newer before it in PATH`,
    )
}

/**
 * Runs the program on the database and returns its output. The password is not among the arguments, because everybody
 * on the machine can read them. Throws BackupRefused with the program's stderr.
 */
export const runOn = (program: Program, databaseUrl: string, args: readonly string[]): Promise<string> => {
  const url = new URL(databaseUrl)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  url.search = url.search.slice(1).split('&').filter(isArgument).join('&')
  return run(program, [...args, `--dbname=${url.href}`], password === '' ? {} : { PGPASSWORD: password })
}

/** `uselibpqcompat` is only for `pg`, and the password is passed in the environment. */
const isArgument = (option: string) => !/^(uselibpqcompat|password)=/.test(option)

const run = async (
  program: Program,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => {
    stdout += String(text)
  })
  child.stderr.on('data', (text) => {
    stderr = `${stderr}${text}`.slice(-mostErrorCharacters)
  })
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new BackupRefused(
          `${program} is not there: install the client programs of PostgreSQL (postgresql-client), of the server's version or newer, and have them in PATH`,
        )
      : error
  })
  if (code !== 0) throw new BackupRefused(`${program} has failed: ${stderr.trim()}`)
  return stdout
}
