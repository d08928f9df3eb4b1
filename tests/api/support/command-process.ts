import { readServerConfig } from 'api/server-config'
import { commandOf } from 'cli/command-list'
import { runCommand } from 'cli/run-command'
import { peakMemory } from '../../support/peak-memory'

/** Runs an operator's command with the arguments of this process, and prints its cost: see `costOf`. */
const config = readServerConfig(process.env)
const log = { debug() {}, info() {}, warn() {}, error() {} }
const [name = '', ...args] = process.argv.slice(2)
await runCommand(() => ({ config, log }), { name, command: commandOf(name), args })
const { userCPUTime, systemCPUTime } = process.resourceUsage()
const processorSeconds = (userCPUTime + systemCPUTime) / 1e6
console.log(JSON.stringify({ peakBytes: peakMemory(), processorSeconds }))
