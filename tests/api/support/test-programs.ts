import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, inject } from 'vitest'
import { nodeBundle } from '../../../scripts/bundle/node-bundle.mjs'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const here = 'tests/api/support'

/** Of this worker: built for the first test file that needs one, since all programs take hardly longer than one. */
let programs: Promise<string> | undefined

/**
 * Bundles the programs of this folder, and the two that operators type, into the folder of this run, and returns that
 * folder. They are bundled as the servers are, so that they start as quickly.
 */
const buildPrograms = async (): Promise<string> => {
  // A worker has two where a test has had the modules loaded again.
  const folder = mkdtempSync(join(inject('runFolder'), 'programs-'))
  // There they find the packages that can't be bundled.
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const ofTests = readdirSync(join(project, here)).filter((file) => file.endsWith('-process.ts'))
  await build({
    ...nodeBundle,
    entryPoints: {
      admin: 'cli/admin.ts',
      api: 'cli/api.ts',
      ...Object.fromEntries(ofTests.map((file) => [basename(file, '.ts'), join(here, file)])),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  })
  return folder
}

/** Returns the path of a bundled program for child processes, when the tests run. */
export const testProgram = (name: string): (() => string) => {
  let folder = ''
  beforeAll(async () => {
    programs ??= buildPrograms()
    folder = await programs
  })
  return () => join(folder, `${name}.mjs`)
}
