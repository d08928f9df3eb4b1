import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const lockedPackage = z.object({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
})
const lockedIn = (folder: string) => {
  const { packages } = z
    .object({ packages: z.record(z.string(), lockedPackage) })
    .parse(JSON.parse(readFileSync(`${folder}package-lock.json`, 'utf8')))
  // All but the portal itself.
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, name: path.split('node_modules/').at(-1) ?? '', ...entry }))
}
const packages = lockedIn('')
const runtime = lockedIn('scripts/runtime/')
const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

describe('install scripts', () => {
  test('are denied by name, for each package that has one and no other', () => {
    const withScript = [...packages, ...runtime]
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name }) => name)
    expect(withScript).not.toEqual([])
    expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(withScript)].sort())
  })

  test('are off in every installation', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
    expect(Object.values(manifest.allowScripts)).not.toContain(true)
    const installs = ['dependencies', 'runtime'].map((name) =>
      readFileSync(`scripts/prepare/${name}.mjs`, 'utf8'),
    )
    for (const install of installs) expect(install).toContain("'--ignore-scripts'")
  })

  test('of the portal itself do not exist', () => {
    const lifecycle = Object.keys(manifest.scripts).filter((name) =>
      /^(pre|post)|^(install|prepare|dependencies)$/.test(name),
    )
    expect(lifecycle).toEqual([])
  })
})

test('every package is locked by its hash and comes from the registry', () => {
  const others = [...packages, ...runtime].filter(
    ({ resolved, integrity }) =>
      // Without an address npm asks the registry.
      (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) ||
      !integrity?.startsWith('sha512-'),
  )
  expect(packages.length).toBeGreaterThan(100)
  expect(others).toEqual([])
})
