import { hasCommand, installPackages, isRootOnDebian } from './debian.mjs'
import { step } from './progress.mjs'

/** Installs strace on Debian as root; without it the test that counts waits for the disk is skipped. */
export async function prepareStrace() {
  if (hasCommand('strace') || !isRootOnDebian()) return
  await step('Installing strace (apt-get)', () => installPackages('strace')).catch(({ message }) =>
    console.log(message),
  )
}
