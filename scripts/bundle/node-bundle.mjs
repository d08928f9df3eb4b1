import { inProject } from '../prepare/root.mjs'
import { SUPPORTED_NODE } from '../prepare/supported-node.mjs'

/**
 * Packages not bundled: native modules, vite, which only `npm run dev` loads, and supports-color, which `debug` uses where
 * the packages of tests have brought it.
 */
const EXTERNALS = ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'vite', 'supports-color']

// Bundled CommonJS packages expect these names.
const COMMONJS = `import { createRequire as __createRequire } from 'node:module'
import { fileURLToPath as __fileURLToPath } from 'node:url'
const require = __createRequire(import.meta.url)
const __filename = __fileURLToPath(import.meta.url)
const __dirname = __fileURLToPath(new URL('.', import.meta.url))`

/**
 * How programs for Node are bundled, with shared and lazily loaded code (PDF, mail) in parts: this halves the start time.
 */
export const nodeBundle = {
  absWorkingDir: inProject(),
  bundle: true,
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: `node${SUPPORTED_NODE}`,
  external: EXTERNALS,
  alias: { 'body-parser': inProject('scripts', 'bundle', 'no-body-parser.cjs') },
  // Always a production build; the servers read the operator's NODE_ENV as process.env['NODE_ENV'] at run time.
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: { js: COMMONJS },
  // Half the size to parse; names stay readable in stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Vite leaves side-effect imports in its server build.
  logOverride: { 'ignored-bare-import': 'silent' },
}
