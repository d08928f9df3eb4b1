import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runOrStop } from './run.mjs'

/** Whether the command is on the PATH. */
export function hasCommand(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Whether packages may be installed: as root, on Debian itself (derivatives have other package names). */
export function isRootOnDebian() {
  if (process.getuid?.() !== 0 || !hasCommand('apt-get')) return false
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Installs Debian packages; waits for another apt-get to finish. */
export async function installPackages(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  await runOrStop('apt-get update failed.', 'apt-get', [...wait, 'update'], { env })
  const install = [...wait, 'install', '-y', '--no-install-recommends', ...names]
  await runOrStop(`apt-get could not install ${names.join(', ')}.`, 'apt-get', install, { env })
}
