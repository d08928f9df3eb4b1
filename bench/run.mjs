/**
 * Measures the portal against a bare server, alternating rounds in one run, and prints ratios: absolute times mean
 * nothing on a noisy machine. Usage: npm run bench [-- pages|money|overload|browser|import] [-- --seconds 3 --rounds 5]
 */
import { parseArgs } from 'node:util'
import { preparedBuild } from '../scripts/prepare/prepare.mjs'
import { measureBrowser } from './measure-browser.mjs'
import { measureImport } from './measure-import.mjs'
import { measureMoney } from './measure-money.mjs'
import { measureOverload } from './measure-overload.mjs'
import { measurePages } from './measure-pages.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    lines: { type: 'string', default: '1000000' },
  },
})
const parts = {
  pages: measurePages,
  money: measureMoney,
  overload: measureOverload,
  browser: measureBrowser,
  import: measureImport,
}
// The import takes half an hour.
const usual = Object.keys(parts).filter((name) => name !== 'import')
const chosen = positionals.length > 0 ? positionals : usual
const unknown = chosen.find((name) => !(name in parts))
if (unknown) throw new Error(`There is nothing to measure by the name of '${unknown}'.`)

await preparedBuild()
for (const name of chosen)
  await parts[name]({
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    lines: Number(values.lines),
  })
