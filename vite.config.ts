import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import { browserChunks } from './scripts/bundle/browser-chunks'
import { classNames } from './scripts/bundle/class-names'
import { noBreaks } from './scripts/bundle/no-breaks'
import { oneStylesheet } from './scripts/bundle/one-stylesheet'
import { styleguideCopies } from './scripts/bundle/styleguide-copies'
import { abortedReads } from './scripts/framework/aborted-reads'
import { chunkErrors } from './scripts/framework/chunk-errors'
import { lastResort } from './scripts/framework/last-resort'
import { lostAnswers } from './scripts/framework/lost-answers'
import { settledFlags } from './scripts/framework/settled-flags'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The oldest supported browsers. */
const browsers = ['chrome109', 'firefox115', 'safari16.4']

const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_routeConfig: true,
  v3_lazyRouteDiscovery: false,
} as const

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    noBreaks(),
    settledFlags(future),
    chunkErrors(),
    lastResort(),
    lostAnswers(),
    abortedReads(),
    styleguideCopies(),
    oneStylesheet(),
    remix({ ignoredRouteFiles: ['**/*'], future }),
  ],
  resolve: {
    alias: [
      { find: /^~\//, replacement: folder('./app/') },
      { find: /^(contract|format|monitoring|process)\//, replacement: folder('./$1/') },
    ],
  },
  // For `npm run dev`. Vite's own target is older: esbuild can't rewrite all packages for it.
  optimizeDeps: {
    esbuildOptions: { target: browsers },
    // Scanned before the first page: a dependency that vite finds later reloads the half-loaded page, with errors.
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'],
  },
  css: { modules: { generateScopedName: classNames() } },
  build: {
    target: browsers,
    // The server's code is minified with its packages, and keeps its names (scripts/bundle/node-bundle.mjs).
    minify: isSsrBuild ? false : 'terser',
    reportCompressedSize: false,
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    ...(isSsrBuild
      ? {}
      : {
          rollupOptions: {
            output: {
              manualChunks: browserChunks(),
              // Every page has the names of all chunks, and hashes do not compress.
              entryFileNames: 'assets/[name]-[hash:7].js',
              chunkFileNames: 'assets/[name]-[hash:7].js',
            },
          },
        }),
    // Data URLs would have to be allowed in the content security policy.
    assetsInlineLimit: 0,
  },
}))
