import { rmSync } from 'node:fs'
import { build } from 'esbuild'
import { inProject } from '../prepare/root.mjs'

/** Packages not bundled: native modules, and vite, which only `npm run dev` loads. */
export const EXTERNALS = ['better-sqlite3', 'better-sqlite3-13', '@node-rs/argon2', 'pg-native', 'vite']

// Bundled CommonJS packages expect these names.
const COMMONJS = `import { createRequire as __createRequire } from 'node:module'
import { fileURLToPath as __fileURLToPath } from 'node:url'
const require = __createRequire(import.meta.url)
const __filename = __fileURLToPath(import.meta.url)
const __dirname = __fileURLToPath(new URL('.', import.meta.url))`

/**
 * Bundles build/server.js, build/api.js and build/admin.js, with shared and lazily loaded code (PDF, mail) in build/parts: this halves
 * the start time.
 */
export async function bundleServers() {
  rmSync(inProject('build', 'parts'), { recursive: true, force: true })
  await build({
    absWorkingDir: inProject(),
    entryPoints: { server: 'server.ts', api: 'api/main.ts', admin: 'api/admin.ts' },
    outdir: 'build',
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: EXTERNALS,
    // Always a production build; the servers read the operator's NODE_ENV as process.env['NODE_ENV'] at run time.
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: COMMONJS },
    // Half the size to parse; names stay readable in stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
    // Vite leaves side-effect imports in its server build.
    logOverride: { 'ignored-bare-import': 'silent' },
  })
}
