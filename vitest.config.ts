import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Far from TIME_ZONE and UTC: a date computed in the machine's zone fails here.
process.env.TZ = 'America/Los_Angeles'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Files that mostly wait: for processes to start and stop, and for time limits. */
const waits = /\/tests\/web\/(replicas|operator|http\/server-process|monitoring\/metrics)/

/** Starts files that wait before the others: as the last ones they would leave the processor idle. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => waits.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !waits.test(moduleId)),
    ]
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~\//, replacement: folder('./app/') },
      { find: /^(contract|format|monitoring|process|api|cli)\//, replacement: folder('./$1/') },
    ],
  },
  test: {
    setupFiles: ['tests/support/quiet-console.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    // By default a core stays idle, which is half of two. One more than there are works while another one waits.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WaitingFirst },
    // Loading the same modules for each file took as long as the tests; they keep no state that a test could meet.
    isolate: false,
    // Enough for a busy machine of two cores; a test that hangs is still caught.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,cli,contract,format,monitoring,process,scripts,bench}/**/*.test.{ts,tsx,mjs}'],
        },
      },
      {
        // With databases, which take a second to start: a run of unit tests only needs none.
        extends: true,
        test: {
          name: 'system',
          include: ['{api,tests}/**/*.test.{ts,tsx}', '*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/cheap-hashes.ts'],
          // After all units: a process with the modules of one project is useless for the other.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
