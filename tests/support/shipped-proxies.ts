import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port'

/** A proxy of docs/deploy in front of replicas. */
export interface ShippedProxy {
  url: URL
  close(): Promise<void>
}

interface Program {
  command: string
  /** The words that start it in the foreground with its configuration. */
  words: (file: string, folder: string) => string[]
  /** The shipped configuration with other ports, without TLS, and with its lines for several replicas. */
  configuration: (port: number, replicas: readonly number[], folder: string) => string
}

const shipped = (file: string) => readFileSync(join('docs/deploy', file), 'utf8')

/** Replaces a pattern; throws if it is missing, as the test then no longer uses the shipped configuration. */
const replaceOrThrow = (text: string, pattern: RegExp, by: string) => {
  if (!pattern.test(text)) throw new Error(`The shipped configuration has nothing like ${pattern}`)
  return text.replaceAll(new RegExp(pattern, `${pattern.flags}g`), by)
}

const addressOf = (port: number) => `127.0.0.1:${port}`

const programs = {
  nginx: {
    command: 'nginx',
    words: (file, folder) => ['-c', file, '-p', folder, '-g', 'daemon off;'],
    configuration(port, replicas, folder) {
      const [, options = ''] = /^ {2}server 127\.0\.0\.1:3000([^;]*);$/m.exec(shipped('nginx.conf')) ?? []
      const lines = replicas.map((replica) => `  server ${addressOf(replica)}${options};`)
      let site = replaceOrThrow(
        shipped('nginx.conf'),
        /^ {2}server 127\.0\.0\.1:3000[^;]*;$/m,
        lines.join('\n'),
      )
      // The server that only redirects to https.
      site = replaceOrThrow(site, /^server \{\n {2}listen 80;.*?^\}$/ms, '')
      site = replaceOrThrow(site, /^ {2}listen 443 ssl http2;$/m, `  listen ${addressOf(port)};`)
      site = replaceOrThrow(site, /^ {2}(listen \[::\]|ssl_).*;$/m, '')
      site = replaceOrThrow(site, /\/var\/log\/nginx\/customer-portal\.log/, join(folder, 'error.log'))
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `  ${name}_temp_path ${join(folder, name)};`,
      )
      return `pid ${join(folder, 'pid')};\nevents {}\nhttp {\n${folders.join('\n')}\n${site}\n}\n`
    },
  },
  caddy: {
    command: 'caddy',
    words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    configuration(port, replicas) {
      const site = replaceOrThrow(
        shipped('Caddyfile'),
        /^my\.example\.com \{$/m,
        `http://:${port} {\n\tbind 127.0.0.1`,
      )
      const withAddresses = replaceOrThrow(
        site,
        /reverse_proxy 127\.0\.0\.1:3000 \{/,
        `reverse_proxy ${replicas.map(addressOf).join(' ')} {`,
      )
      const withReplicaOptions = replaceOrThrow(withAddresses, /^\t\t#(?=(?:health|lb)_)/m, '\t\t')
      return replaceOrThrow(withReplicaOptions, /^\{$/m, '{\n\tadmin off\n')
    },
  },
} as const satisfies Record<string, Program>

export const shippedProxies = ['nginx', 'caddy'] as const
export type ShippedProxyName = (typeof shippedProxies)[number]

export const isInstalled = (name: ShippedProxyName) =>
  spawnSync(programs[name].command, [name === 'nginx' ? '-v' : 'version']).error === undefined

/** Starts an installed proxy with its configuration of docs/deploy, without TLS, in front of these ports. */
export const startShippedProxy = async (
  name: ShippedProxyName,
  replicas: readonly number[],
): Promise<ShippedProxy> => {
  const { command, words, configuration } = programs[name]
  const folder = mkdtempSync(join(tmpdir(), `portal-${name}-`))
  const port = await freePort()
  const file = join(folder, 'configuration')
  writeFileSync(file, configuration(port, replicas, folder))
  const child = spawn(command, words(file, folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  })
  let complaint = ''
  child.stderr.on('data', (part) => {
    complaint += part
  })
  const ended = once(child, 'close')
  while (!(await listens(port))) {
    if (hasEnded(child)) throw new Error(`${name} did not start: ${complaint}`)
    await wait(20)
  }
  return {
    url: new URL(`http://${addressOf(port)}`),
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const listens = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
