/**
 * Measures the portal against a bare server, alternating rounds in one run, and prints ratios: absolute times mean
 * nothing on a noisy machine. Usage: npm run bench [-- pages|money|overload|browser] [-- --seconds 3 --rounds 5]. How large
 * a database gets is another matter: npm run bench -- sizes [--accounts 20000], see bench/README.md.
 */
import { parseArgs } from 'node:util'
import { preparedBuild } from '../scripts/prepare/prepare.mjs'
import { measureBrowser } from './measure-browser.mjs'
import { measureMoney } from './measure-money.mjs'
import { measureOverload } from './measure-overload.mjs'
import { measurePages } from './measure-pages.mjs'
import { measureSizes } from './measure-sizes.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    accounts: { type: 'string', default: '20000' },
  },
})
const ratios = {
  pages: measurePages,
  money: measureMoney,
  overload: measureOverload,
  browser: measureBrowser,
}
const parts = { ...ratios, sizes: measureSizes }
const chosen = positionals.length > 0 ? positionals : Object.keys(ratios)
const unknown = chosen.find((name) => !(name in parts))
if (unknown) throw new Error(`There is nothing to measure by the name of '${unknown}'.`)

await preparedBuild()
for (const name of chosen)
  await parts[name]({
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    accounts: Number(values.accounts),
  })
