// Imported first by every entry script. Static imports of these scripts have to load on Node 20.18, too.
import { SUPPORTED_NODE } from './supported-node.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 18)) {
  console.error(`Node 26 is needed, or 20.18 at least to get it from npm: this is ${process.versions.node}.`)
  process.exit(1)
}

if (major !== SUPPORTED_NODE) {
  const { runAgainWithRuntime } = await import('./runtime.mjs')
  await runAgainWithRuntime()
}

// This process was started by `runAgainWithRuntime`: it ends with its parent, even if that is killed.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
