import { rmSync, writeFileSync } from 'node:fs'
import { build, stop } from 'esbuild'
import { serverRuntime } from '../framework/server-runtime.mjs'
import { inProject } from '../prepare/root.mjs'
import { SUPPORTED_NODE } from '../prepare/supported-node.mjs'
import { nodeBundle } from './node-bundle.mjs'

const PROGRAMS = { server: 'server.ts', api: 'api/main.ts', admin: 'admin.ts' }

/** Of its own, because an older Node does not even load the rest. */
const launcher = (name) => `const [major] = process.versions.node.split('.')
if (Number(major) < ${SUPPORTED_NODE}) {
  console.error(\`Node ${SUPPORTED_NODE} is needed, this is \${process.versions.node}: see https://nodejs.org\`)
  process.exit(1)
}
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
  // Its process would stay as long as this one, which may go on as the server.
  await stop()
  for (const name of Object.keys(PROGRAMS)) writeFileSync(inProject('build', `${name}.js`), launcher(name))
}
