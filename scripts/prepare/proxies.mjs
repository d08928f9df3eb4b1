import { existsSync } from 'node:fs'
import { hasCommand, installPackages, isRootOnDebian } from './debian.mjs'
import { step } from './progress.mjs'

/**
 * Installs nginx and Caddy on Debian as root, for the tests behind the configurations of docs/deploy; without them those
 * tests are skipped. Not where systemd runs: it would start both at once, on port 80.
 */
export async function prepareProxies() {
  const missing = ['nginx', 'caddy'].filter((name) => !hasCommand(name))
  if (missing.length === 0 || !isRootOnDebian() || existsSync('/run/systemd/system')) return
  const title = `Installing ${missing.join(' and ')} (apt-get)`
  await step(title, () => installPackages(...missing)).catch(({ message }) => console.log(message))
}
