/** Runs the named measurements, or all but the long ones. README.md lists them with their options. */
import '../scripts/prepare/node-version.mjs'
import { parseArgs } from 'node:util'
import { preparedBuild, preparedDependencies } from '../scripts/prepare/prepare.mjs'

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
    update: { type: 'boolean', default: false },
  },
})
// Imported late: these modules need the dependencies.
const parts = {
  pages: async (options) => (await import('./measure-pages.mjs')).measurePages(options),
  money: async (options) => (await import('./measure-money.mjs')).measureMoney(options),
  overload: async (options) => (await import('./measure-overload.mjs')).measureOverload(options),
  browser: async (options) => (await import('./measure-browser.mjs')).measureBrowser(options),
  presses: async (options) => (await import('./measure-presses.mjs')).measurePresses(options),
  upstream: async (options) => (await import('./measure-upstream.mjs')).measureUpstream(options),
}
/** They take half an hour or more: only by name. */
const longParts = {
  memory: async (options) => (await import('./measure-memory.mjs')).measureMemory(options),
  growth: async (options) => (await import('./measure-growth.mjs')).measureGrowth(options),
  import: async (options) => (await import('./measure-import.mjs')).measureImport(options),
  sizes: async (options) => (await import('./measure-sizes.mjs')).measureSizes(options),
}
const requested = positionals.length > 0 ? positionals : Object.keys(parts)
const unknown = requested.find((name) => !(name in parts || name in longParts))
if (unknown) {
  const names = Object.keys({ ...parts, ...longParts }).join(', ')
  throw new Error(`There is nothing to measure by the name of '${unknown}': ${names}.`)
}

await preparedDependencies()
await preparedBuild()
for (const name of requested)
  await { ...parts, ...longParts }[name]({
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    minutes: Number(values.minutes),
    most: Number(values.most),
    only: values.only,
    database: values.database,
    lines: Number(values.lines),
    accounts: Number(values.accounts),
    update: values.update,
  })
