import { outcome } from './outcome.mjs'
import { pageWeights } from './page-weights.mjs'

const KB = 1000
const SCRIPTS_KB = 100
const STYLES_KB = 15
const SCRIPTS_KB_OF = { '/login': 95, '/personal/pay': 101, '/personal/pay-several': 101 }
/** The styleguide has all components. */
const STYLES_KB_OF = { '/styleguide': 22 }
const NAMED_FILES = 8

const inKb = (bytes) => `${(bytes / KB).toFixed(1)} KB`

/** Checks the byte budgets of a first visit, page by page. */
export function size() {
  const pages = pageWeights().map((page) => {
    const scriptsKb = SCRIPTS_KB_OF[page.path] ?? SCRIPTS_KB
    const stylesKb = STYLES_KB_OF[page.path] ?? STYLES_KB
    const fits = page.scripts <= scriptsKb * KB && page.styles <= stylesKb * KB
    return { ...page, scriptsKb, stylesKb, fits }
  })
  const width = Math.max(...pages.map((page) => page.path.length), 4)
  console.log(`  ${'page'.padEnd(width)}  scripts, gzip          styles, gzip`)
  for (const { path, scripts, styles, scriptsKb, stylesKb, fits } of pages) {
    const used = `${inKb(scripts).padStart(8)} of ${scriptsKb} KB  ${inKb(styles).padStart(8)} of ${stylesKb} KB`
    console.log(`${fits ? '✓' : '✗'} ${path.padEnd(width)}  ${used}`)
  }
  const heavy = pages.filter((page) => !page.fits)
  if (heavy[0]) {
    const files = heavy[0].scriptFiles.slice(0, NAMED_FILES)
    console.log(
      `  the heaviest of ${heavy[0].path}: ${files.map(({ name, bytes }) => `${name} ${inKb(bytes)}`).join(', ')}`,
    )
  }
  return outcome('size', { passed: pages.length - heavy.length, failed: heavy.length, endedWell: true })
}
