import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licenceTexts, RULE } from './licences.mjs'
import { billOfMaterials } from './sbom.mjs'

const MARKS =
  /permission is hereby granted|permission to use, copy|redistribution and use|apache license|sil open font|blue oak|unlicense/i

test('every installed package of the bill of materials has its licence text, and so have the icons', async () => {
  const [, ...parts] = (await licenceTexts()).split(RULE)
  const textless = parts.filter((part) => !MARKS.test(part))
  expect(textless).toEqual([])
  const names = new Set(parts.flatMap((part) => part.slice(0, part.indexOf('\n\n')).split('\n')))
  const { components } = await billOfMaterials()
  const needed = components.filter(({ scope }) => scope !== 'optional').map(({ name }) => name)
  expect(needed.length).toBeGreaterThan(200)
  expect(needed.filter((name) => !names.has(name))).toEqual([])
  expect(names).toContain('lucide-static')
})

test('the text of the icons is that of their package', () => {
  const textIn = (folder) => readFileSync(`${folder}/LICENSE`, 'utf8')
  expect(textIn('app/ui/icon')).toBe(textIn('node_modules/lucide-static'))
})
