import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billOfMaterials } from './sbom.mjs'

const locked = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
const named = ({ name, version }) => `${name}@${version}`

test('the bill of materials lists every package of production, and no other', async () => {
  const bill = await billOfMaterials()
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(bill.metadata.component.name).toBe('customer-portal')

  const needed = locked
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version }]) => named({ name: name ?? path.split('node_modules/').at(-1), version }))
  expect(needed).toEqual(expect.arrayContaining([expect.stringMatching(/^express@/)]))
  expect(bill.components.map(named).sort()).toEqual([...new Set(needed)].sort())
  expect(JSON.stringify(bill)).not.toContain('development')

  const known = bill.components.map((component) => component['bom-ref'])
  const dependedOn = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(dependedOn.filter((ref) => !known.includes(ref))).toEqual([])
})
