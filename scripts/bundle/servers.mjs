import { rmSync } from 'node:fs'
import { build } from 'esbuild'
import { inProject } from '../prepare/root.mjs'

/** What stays in node_modules at run time: native modules, and vite, which only `npm run dev` loads. */
export const EXTERNALS = ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'vite']

// Bundled CommonJS packages expect these names.
const COMMONJS = `import { createRequire as __createRequire } from 'node:module'
import { fileURLToPath as __fileURLToPath } from 'node:url'
const require = __createRequire(import.meta.url)
const __filename = __fileURLToPath(import.meta.url)
const __dirname = __fileURLToPath(new URL('.', import.meta.url))`

/**
 * build/server.js and build/api.js, and build/parts with what both need and what is loaded when it is first wanted, the
 * PDF and the mail among it: half the start time of a server with its packages spread out.
 */
export async function bundleServers() {
  rmSync(inProject('build', 'parts'), { recursive: true, force: true })
  await build({
    absWorkingDir: inProject(),
    entryPoints: { server: 'server.ts', api: 'api/main.ts' },
    outdir: 'build',
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: EXTERNALS,
    // A production build whatever the operator's NODE_ENV, which the servers read by process.env['NODE_ENV'] at run time.
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: COMMONJS },
    // Half the text to read and to hold; the names stay, for the stacks in the log.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
    // Vite leaves imports without names behind in its server build.
    logOverride: { 'ignored-bare-import': 'silent' },
  })
}
