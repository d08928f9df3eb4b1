import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const project = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * A program of this folder, for processes of their own; gives its path once the tests run. Bundled, it starts in a fraction of
 * a second; where it is, it finds the packages that can't be bundled.
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
