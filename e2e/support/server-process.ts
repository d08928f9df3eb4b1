import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'

const START_MS = 45_000
const STOP_MS = 10_000

export interface ServerProcess {
  /** Its output so far, by lines. */
  log: string[]
  /** Asks it to stop and waits; not stopping, or a failing exit code, is an error. */
  stop: () => Promise<void>
}

/** Something else listens on the port that the server was given. */
export class PortTaken extends Error {}

function keepLog(child: ChildProcess): string[] {
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => log.push(...text.split('\n').filter(Boolean)))
  return log
}

/** Starts a built server (`server.js`, `api.js`) with only these settings, and waits until it has printed its address. */
export async function startProcess(file: string, settings: Record<string, string>): Promise<ServerProcess> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  // All that can be logged: what visitors send is looked for in it.
  const logging = { LOG_LEVEL: 'trace' }
  // Neither the visitor's zone nor TIME_ZONE: code that used the machine's zone would fail to hydrate.
  const own = { NODE_ENV: 'production' as const, TZ: 'America/Los_Angeles' }
  const trial = { PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:' }
  const env = { PATH, HOME, TMPDIR, ...own, ...logging, ...trial, ...settings }
  const child = spawn(process.execPath, [`build/${file}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const log = keepLog(child)

  const stop = async () => {
    child.kill('SIGTERM')
    const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    const [code, signal] = await ended
    clearTimeout(killer)
    if (code !== 0) throw new Error(`${file} ended with ${code ?? signal}:\n${log.join('\n')}`)
  }

  const listens = () => log.some((line) => / is at http/.test(line))
  await expect
    .poll(() => child.exitCode !== null || listens(), { timeout: START_MS, intervals: [50] })
    .toBe(true)
    .catch(() => child.kill('SIGKILL'))
  if (child.exitCode !== null || child.killed) {
    const isPortTaken = log.some((line) => line.endsWith('is in use already'))
    throw new (isPortTaken ? PortTaken : Error)(`${file} did not start:\n${log.join('\n')}`)
  }
  return { log, stop }
}
