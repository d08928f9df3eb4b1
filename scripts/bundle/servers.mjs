import { rmSync, writeFileSync } from 'node:fs'
import { build, stop } from 'esbuild'
import { serverRuntime } from '../framework/server-runtime.mjs'
import { inProject } from '../prepare/root.mjs'
import { SUPPORTED_NODE } from '../prepare/supported-node.mjs'
import { nodeBundle } from './node-bundle.mjs'

const PROGRAMS = { server: 'server.ts', api: 'cli/api.ts', admin: 'cli/admin.ts' }

/**
 * The launcher is a separate file: an older Node cannot load the rest, and V8's flags must be set before the rest is loaded.
 * Their effect: docs/performance.md, Memory. The limit of the space for new objects only works from the start of a
 * process, so a server starts itself again with it, in the same process; a command ends before that space is large. A
 * server with an IPC channel would lose the channel, and would not notice the end of its parent
 * (scripts/prepare/node-version.mjs). The space does not grow while the code is loaded. Node reads the file of
 * NODE_EXTRA_CA_CERTS before it reads --env-file or .env. So a command with that setting starts itself again, too.
 */
const launcher = (name) => `import { setFlagsFromString } from 'node:v8'
const [major] = process.versions.node.split('.')
if (Number(major) < ${SUPPORTED_NODE}) {
  console.error(\`Node ${SUPPORTED_NODE} is needed, this is \${process.versions.node}: see https://nodejs.org\`)
  process.exit(1)
}
const isServer = process.argv.length === 2
const limit = '--max-semi-space-size=8'
const startsAgain = isServer || process.env.NODE_EXTRA_CA_CERTS
if (startsAgain && process.execve && !process.connected && !process.execArgv.includes(limit)) {
  const args = [process.execPath, ...process.execArgv, limit, ...process.argv.slice(1)]
  process.execve(process.execPath, args, process.env)
}
setFlagsFromString('--heap-growing-percent=100')
setFlagsFromString('--semi-space-growth-factor=1')
if (isServer) setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), 5000).unref()
await import('./parts/${name}.js')
`

/** Bundles build/server.js, build/api.js and build/admin.js. */
export async function bundleServers() {
  rmSync(inProject('build', 'parts'), { recursive: true, force: true })
  await build({
    ...nodeBundle,
    plugins: [serverRuntime],
    entryPoints: Object.entries(PROGRAMS).map(([name, source]) => ({ in: source, out: `parts/${name}` })),
    outdir: 'build',
    sourcemap: 'linked',
  })
  // Otherwise esbuild's process would run as long as this one, which may become the server.
  await stop()
  for (const name of Object.keys(PROGRAMS)) writeFileSync(inProject('build', `${name}.js`), launcher(name))
}
