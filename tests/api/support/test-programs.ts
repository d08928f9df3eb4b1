import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, inject } from 'vitest'
import { nodeBundle } from '../../../scripts/bundle/node-bundle.mjs'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const sourceFolder = 'tests/api/support'

/** Built once a worker, for the first test file that needs a program: all programs take hardly longer than one. */
let programs: Promise<string> | undefined

/**
 * Bundles the programs of this folder, and the two that operators run, into a new folder of this run; returns that folder.
 * They are bundled like the servers, so that they start as quickly.
 */
const buildPrograms = async (): Promise<string> => {
  // A worker builds a second folder if a test loads the modules again.
  const folder = mkdtempSync(join(inject('runFolder'), 'programs-'))
  // The programs find there the packages that can't be bundled.
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const testPrograms = readdirSync(join(project, sourceFolder)).filter((file) => file.endsWith('-process.ts'))
  await build({
    ...nodeBundle,
    entryPoints: {
      admin: 'cli/admin.ts',
      api: 'cli/api.ts',
      ...Object.fromEntries(testPrograms.map((file) => [basename(file, '.ts'), join(sourceFolder, file)])),
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
