/**
 * Writes the fonts of the pages to app/styles/fonts: of Golos Text the characters of Russian pages and the weights in
 * use, half of the original files. Run it after a change of the font package, of `SUBSETS` or of the weights in tokens.css.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { inProject } from '../prepare/root.mjs'

const PACKAGE = ['node_modules', '@fontsource-variable', 'golos-text']
const WEIGHTS = { min: 400, max: 600 }

const characters = (ranges) =>
  ranges
    .flatMap(([first, last = first]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
    .map((code) => String.fromCodePoint(code))
    .join('')

/** The same ranges as in fonts.css; a test compares them. */
const SUBSETS = [
  {
    name: 'golos-cyrillic',
    from: 'cyrillic',
    ranges: [[0x301], [0x401, 0x40c], [0x40e, 0x44f], [0x451, 0x45c], [0x45e, 0x45f], [0x2116]],
  },
  {
    name: 'golos-latin',
    from: 'latin',
    ranges: [
      [0x20, 0x7e],
      [0xa0],
      [0xa7],
      [0xa9],
      [0xab],
      [0xb0, 0xb3],
      [0xb7],
      [0xbb],
      [0xd7],
      [0x2009],
      [0x2013, 0x2014],
      [0x2018, 0x201a],
      [0x201c, 0x201e],
      [0x2022],
      [0x2026],
      [0x2212],
    ],
  },
  { name: 'golos-ruble', from: 'latin-ext', ranges: [[0x20bd]] },
]

for (const { name, from, ranges } of SUBSETS) {
  const source = readFileSync(inProject(...PACKAGE, 'files', `golos-text-${from}-wght-normal.woff2`))
  const subset = await subsetFont(source, characters(ranges), {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  })
  writeFileSync(inProject('app', 'styles', 'fonts', `${name}.woff2`), subset)
  console.log(`${name}: ${source.length} → ${subset.length} bytes`)
}
copyFileSync(inProject(...PACKAGE, 'LICENSE'), inProject('app', 'styles', 'fonts', 'LICENSE'))
