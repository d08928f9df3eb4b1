import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { iconDrawing, iconNames } from './icon'
import sheet from './icons.svg?raw'

type Node = [tag: string, attributes: Record<string, string>]

const lucide: Record<string, Node[]> = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json'), 'utf8'),
)

const nodesOf = (drawing: string): Node[] =>
  parse(drawing, { lowerCaseTagName: true })
    .querySelectorAll('*')
    .map((node) => [node.rawTagName, node.attributes])

describe('icons', () => {
  it.each(iconNames)('%s has the shapes of the Lucide icon', (name) => {
    expect(nodesOf(iconDrawing(name))).toEqual(lucide[name])
  })

  it('icons.svg has exactly the named icons', () => {
    expect([...sheet.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([...iconNames])
  })
})
