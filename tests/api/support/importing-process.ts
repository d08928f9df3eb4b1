import { commandOf } from 'api/commands/command-list'
import { runCommand } from 'api/commands/run-command'
import { readApiConfig } from 'api/config'

/** A process of the command `import`, with its options. Prints the most memory that it had, in kilobytes. */
const config = readApiConfig(process.env)
const log = { debug() {}, info() {}, warn() {}, error() {} }
await runCommand(() => ({ config, log }), {
  name: 'import',
  command: commandOf('import'),
  args: process.argv.slice(2),
})
console.log(process.resourceUsage().maxRSS)
