/**
 * Measures the portal against a bare server, alternating rounds in one run, and prints ratios: absolute times mean
 * nothing on a noisy machine. Usage: npm run bench [-- pages|money|overload|browser|presses|upstream]
 * [-- --seconds 3 --rounds 5]. These are measured by name alone: memory [--minutes 60], growth [--most 10000000]
 * [--only payments], import [--lines 1000000], sizes [--accounts 20000].
 */
import { parseArgs } from 'node:util'
import { preparedBuild } from '../scripts/prepare/prepare.mjs'
import { measureBrowser } from './measure-browser.mjs'
import { measureGrowth } from './measure-growth.mjs'
import { measureImport } from './measure-import.mjs'
import { measureMemory } from './measure-memory.mjs'
import { measureMoney } from './measure-money.mjs'
import { measureOverload } from './measure-overload.mjs'
import { measurePages } from './measure-pages.mjs'
import { measurePresses } from './measure-presses.mjs'
import { measureSizes } from './measure-sizes.mjs'
import { measureUpstream } from './measure-upstream.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '60' },
    most: { type: 'string', default: '10000000' },
    only: { type: 'string', default: '' },
    lines: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '20000' },
  },
})
const parts = {
  pages: measurePages,
  money: measureMoney,
  overload: measureOverload,
  browser: measureBrowser,
  presses: measurePresses,
  upstream: measureUpstream,
}
/** They take half an hour or more: only by name. */
const longParts = { memory: measureMemory, growth: measureGrowth, import: measureImport, sizes: measureSizes }
const chosen = positionals.length > 0 ? positionals : Object.keys(parts)
const unknown = chosen.find((name) => !(name in parts || name in longParts))
if (unknown) throw new Error(`There is nothing to measure by the name of '${unknown}'.`)

await preparedBuild()
for (const name of chosen)
  await { ...parts, ...longParts }[name]({
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    minutes: Number(values.minutes),
    most: Number(values.most),
    only: values.only,
    lines: Number(values.lines),
    accounts: Number(values.accounts),
  })
