import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs fill.ts: `what` is payments, accounts or customers; `options` are its options. */
export const fillIn = (what, options) => {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'bench/support/fill.ts', what, ...args],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) throw new Error(`${what} could not be filled in: ${JSON.stringify(options)}`)
}
