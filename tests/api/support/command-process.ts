import { commandOf } from 'api/commands/command-list'
import { runCommand } from 'api/commands/run-command'
import { readApiConfig } from 'api/config'

/** A process of an operator's command, with its arguments. Prints the most memory that it had, in kilobytes. */
const config = readApiConfig(process.env)
const log = { debug() {}, info() {}, warn() {}, error() {} }
const [name = '', ...args] = process.argv.slice(2)
await runCommand(() => ({ config, log }), { name, command: commandOf(name), args })
console.log(process.resourceUsage().maxRSS)
