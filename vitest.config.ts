import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Far from TIME_ZONE and from UTC: a date that leans on the machine's own zone comes out wrong here.
process.env.TZ = 'America/Los_Angeles'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~\//, replacement: folder('./app/') },
      { find: /^(contract|format|api)\//, replacement: folder('./$1/') },
    ],
  },
  test: {
    setupFiles: ['tests/support/quiet-console.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    // By itself it leaves one core alone, which of two is half.
    maxWorkers: '100%',
    // Of the order of what a loaded machine of two cores needs; what hangs is still caught.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,contract,format,scripts,bench}/**/*.test.{ts,tsx,mjs}'],
          // Loading the same modules anew for each file took more than the tests; they leave nothing behind in them.
          isolate: false,
        },
      },
      {
        // With databases, which take a second to start: a run of unit tests alone does without.
        extends: true,
        test: {
          name: 'system',
          include: ['{api,tests}/**/*.test.{ts,tsx}', '*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})
