import { commandOf } from 'api/commands/command-list'
import { readApiConfig } from 'api/config'

/** A process of the command `import`, with its options. Prints the most memory that it had, in kilobytes. */
const config = readApiConfig(process.env)
const log = { debug() {}, info() {}, warn() {}, error() {} }
await commandOf('import').run(config, process.argv.slice(2), log)
console.log(process.resourceUsage().maxRSS)
