import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildSources } from './build.mjs'
import { inProject } from './root.mjs'

const importsOf = (file) =>
  [...readFileSync(inProject(file), 'utf8').matchAll(/from '\.\/(scripts\/[\w-]+\/[\w-]+)'/g)].map(
    ([, path]) => path,
  )

test('a change of any plugin of the build makes the build out of date', () => {
  const plugins = importsOf('vite.config.ts')
  expect(plugins.length).toBeGreaterThan(0)
  expect(plugins.filter((path) => !buildSources.some((source) => path.startsWith(`${source}/`)))).toEqual([])
})
