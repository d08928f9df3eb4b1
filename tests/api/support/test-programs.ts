import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import { nodeBundle } from '../../../scripts/bundle/node-bundle.mjs'

const project = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Bundles a program of this folder for child processes; returns its path when the tests run. It is
 * bundled as the servers are, so that it starts as quickly; in its place it finds packages that can't be bundled.
 */
export const testProgram = (name: string): (() => string) => {
  let folder = ''
  const path = () => join(folder, `${name}.mjs`)
  beforeAll(async () => {
    folder = mkdtempSync(join(project, 'node_modules', `.${name}-`))
    await build({
      ...nodeBundle,
      entryPoints: [join(project, 'tests/api/support', `${name}.ts`)],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return path
}
