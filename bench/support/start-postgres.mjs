import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processorOfFamily } from './processes.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts a cluster of its own with the settings of a real server; null: PostgreSQL is not installed. `processor` is the
 * time in milliseconds of the server and all its connections.
 */
export const startPostgres = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-postgres-'))
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/support/postgres.ts', folder], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [first] = await once(child.stdout, 'data')
  const url = String(first).trim()
  const stop = async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  }
  const processor = () => {
    const [pid] = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    return processorOfFamily(Number(pid))
  }
  if (url !== 'none') return { url, processor, stop }
  await stop()
  return null
}
