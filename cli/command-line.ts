import { readServerConfig } from 'api/server-config'
import { createLog } from 'monitoring/create-log'
import { ConfigError } from 'process/settings'
import { type Command, FaultsFound, type Printed, UsageError } from './command'
import { commandOf, commands } from './command-list'
import { completionScript, shells } from './completion'
import { helpOf, helpOfOne } from './help'
import { runCommand } from './run-command'

const isHelp = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'

/**
 * Does what an operator has typed, with the settings of the environment, and returns what to print. `file` is the program;
 * `own` are its commands besides those of the API.
 */
export const runCommandLine = async (
  [name, ...args]: readonly string[],
  file: string,
  own: Readonly<Record<string, Command>> = {},
): Promise<Printed> => {
  const allCommands = { ...commands, ...own }
  if (name === undefined || isHelp(name)) {
    const [topic] = args
    return topic === undefined ? helpOf(allCommands) : helpOfOne(topic, commandOf(topic, allCommands))
  }
  if (name === 'completion') {
    const shell = shells.find((one) => one === args[0])
    if (!shell || args.length > 1) throw new UsageError(`completion: takes ${shells.join(' or ')}`)
    return completionScript(shell, allCommands, file)
  }
  const command = commandOf(name, allCommands)
  if (args.some((arg) => arg === '--help' || arg === '-h')) return helpOfOne(name, command)
  return runCommand(surroundings, { name, command, args })
}

const surroundings = () => {
  const config = readServerConfig(process.env)
  // What a command prints is often saved as a file.
  const log = createLog(config.logLevel, process.stderr)
  return { config, log }
}

/** The same, as a whole program: prints, and sets the exit code. */
export const printCommandLine = async (
  typed: readonly string[],
  file: string,
  own: Readonly<Record<string, Command>> = {},
): Promise<void> => {
  try {
    process.stdout.write(await runCommandLine(typed, file, own))
  } catch (error) {
    if (error instanceof FaultsFound) process.stdout.write(error.report)
    else console.error(complaintOf(error))
    process.exitCode = exitCodeOf(error)
  }
}

/** The exit code for a command that has thrown. */
export const exitCodeOf = (error: unknown): 1 | 2 => (error instanceof UsageError ? 2 : 1)

/** What to say of it: operators need no stack for what they can correct. */
export const complaintOf = (error: unknown): unknown => (error instanceof ConfigError ? error.message : error)
