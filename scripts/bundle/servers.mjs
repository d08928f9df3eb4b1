import { rmSync } from 'node:fs'
import { build } from 'esbuild'
import { inProject } from '../prepare/root.mjs'
import { nodeBundle } from './node-bundle.mjs'

/** Bundles build/server.js, build/api.js and build/admin.js. */
export async function bundleServers() {
  rmSync(inProject('build', 'parts'), { recursive: true, force: true })
  await build({
    ...nodeBundle,
    entryPoints: { server: 'server.ts', api: 'api/main.ts', admin: 'admin.ts' },
    outdir: 'build',
    sourcemap: 'linked',
  })
}
