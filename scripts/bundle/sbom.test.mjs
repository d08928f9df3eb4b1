import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billOfMaterials } from './sbom.mjs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const named = ({ name, version }) => `${name}@${version}`
const nameIn = (path) => path.split('node_modules/').at(-1)

const locked = Object.entries(read('package-lock.json').packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ ...entry, name: entry.name ?? nameIn(path) }))

test('the bill of materials lists every package of production with what it needs, and no other', async () => {
  const bill = await billOfMaterials()
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(bill.metadata.component.name).toBe('customer-portal')

  const names = new Set(bill.components.map(({ name }) => name))
  const tools = Object.keys(read('package.json').dependencies).filter((name) => !names.has(name))
  expect(tools).toEqual(['@remix-run/dev', '@remix-run/route-config', 'esbuild', 'terser', 'vite'])
  const refs = new Set(bill.components.map(named))
  const needed = locked
    .filter((entry) => refs.has(named(entry)))
    .flatMap(({ dependencies = {} }) => Object.keys(dependencies))
  expect(needed.filter((name) => !names.has(name))).toEqual([])
  const ofTests = new Set(locked.filter(({ dev }) => dev).map(named))
  const ofProduction = new Set(locked.filter(({ dev }) => !dev).map(named))
  expect([...refs].filter((ref) => ofTests.has(ref) && !ofProduction.has(ref))).toEqual([])
  expect(JSON.stringify(bill)).not.toContain('development')

  const known = bill.components.map((component) => component['bom-ref'])
  const dependedOn = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(dependedOn.filter((ref) => !known.includes(ref))).toEqual([])
})
