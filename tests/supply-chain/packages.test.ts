import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const lockedPackage = z.object({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
})
const lock = z
  .object({ packages: z.record(z.string(), lockedPackage) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** All but the portal itself. */
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ path, name: path.split('node_modules/').at(-1) ?? '', ...entry }))

describe('install scripts', () => {
  test('are allowed or denied by name, for each package that has one and no other', () => {
    const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(withScript).not.toEqual([])
    expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(withScript)].sort())
  })

  test('are off in every installation, and run for the allowed ones alone', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
    const preparation = readFileSync('scripts/prepare/dependencies.mjs', 'utf8')
    const rebuilt = [...preparation.matchAll(/'rebuild', '([^']+)', '--ignore-scripts=false'/g)]
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed)
    expect(rebuilt.map(([, name]) => name)).toEqual(allowed.map(([name]) => name))
    expect(preparation).toMatch(/\['ci', [^\]]*'--ignore-scripts'/)
    expect(preparation.match(/--ignore-scripts=false/g)).toHaveLength(rebuilt.length)
  })

  test('of the portal itself do not exist', () => {
    const lifecycle = Object.keys(manifest.scripts).filter((name) =>
      /^(pre|post)|^(install|prepare|dependencies)$/.test(name),
    )
    expect(lifecycle).toEqual([])
  })
})

test('every package is locked by its hash and comes from the registry', () => {
  const others = packages.filter(
    ({ resolved, integrity }) =>
      // Without an address npm asks the registry.
      (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) ||
      !integrity?.startsWith('sha512-'),
  )
  expect(packages.length).toBeGreaterThan(100)
  expect(others).toEqual([])
})
