/** Runs the measurements that are named, or all but those that take long. README.md lists them with their options. */
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
    database: { type: 'string', default: '' },
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
if (unknown) {
  const names = Object.keys({ ...parts, ...longParts }).join(', ')
  throw new Error(`There is nothing to measure by the name of '${unknown}': ${names}.`)
}

await preparedBuild()
for (const name of chosen)
  await { ...parts, ...longParts }[name]({
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    minutes: Number(values.minutes),
    most: Number(values.most),
    only: values.only,
    database: values.database,
    lines: Number(values.lines),
    accounts: Number(values.accounts),
  })
