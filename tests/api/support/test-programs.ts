import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const project = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Bundles a program of this folder for child processes; returns its path when the tests run. A bundle starts in a
 * fraction of a second; in its place it finds packages that can't be bundled.
 */
export const testProgram = (name: string): (() => string) => {
  let folder = ''
  const path = () => join(folder, `${name}.mjs`)
  beforeAll(async () => {
    folder = mkdtempSync(join(project, 'node_modules', `.${name}-`))
    await build({
      entryPoints: [join(project, 'tests/api/support', `${name}.ts`)],
      outfile: path(),
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      absWorkingDir: project,
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return path
}
