import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'

const styles = readFileSync(new URL('fonts.css', import.meta.url), 'utf8')

const faces = [...styles.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, rules = '']) => {
  const file = /url\("\.\/fonts\/(?<name>[\w-]+)\.woff2"\)/.exec(rules)?.groups?.name
  const ranges = /unicode-range:(?<ranges>[^;]*);/.exec(rules)?.groups?.ranges
  return file && ranges ? [{ file, ranges: ranges.trim() }] : []
})

const codesIn = (ranges: string) =>
  ranges.split(/,\s*/).flatMap((range) => {
    const [first = 0, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })

describe('the subsets of the font', () => {
  test('are three', () => {
    expect(faces.map(({ file }) => file)).toEqual(['golos-cyrillic', 'golos-latin', 'golos-ruble'])
  })

  test.each(faces)('$file has every character of its range', ({ file, ranges }) => {
    const font = create(readFileSync(new URL(`fonts/${file}.woff2`, import.meta.url)))
    expect(codesIn(ranges).filter((code) => !font.hasGlyphForCodePoint(code))).toEqual([])
  })
})
