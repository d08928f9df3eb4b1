import { readServerConfig } from 'api/server-config'
import { createLog } from 'monitoring/create-log'
import { ConfigError } from 'process/settings'
import { type Command, type CommandOutput, FaultsFound, UsageError } from './command'
import { commandOf, commands } from './command-list'
import { completionScript, shells } from './completion'
import { helpOf, helpOfOne } from './help'
import { runCommand } from './run-command'

export const isHelp = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'

/**
 * Runs a command line with the settings of the environment. Returns what to print. `file` is the program.
 * `extraCommands`: commands that only this program has.
 */
export const runCommandLine = async (
  [name, ...args]: readonly string[],
  file: string,
  extraCommands: Readonly<Record<string, Command>> = {},
): Promise<CommandOutput> => {
  const allCommands = { ...commands, ...extraCommands }
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
  return runCommand(openContext, { name, command, args })
}

const openContext = () => {
  const config = readServerConfig(process.env)
  // What a command prints is often saved as a file.
  const log = createLog(config.logLevel, process.stderr)
  return { config, log }
}

/** Runs a command line as a program: prints the result, and sets the exit code. */
export const printCommandLine = async (
  args: readonly string[],
  file: string,
  extraCommands: Readonly<Record<string, Command>> = {},
): Promise<void> => {
  try {
    process.stdout.write(withLineEnd(await runCommandLine(args, file, extraCommands)))
  } catch (error) {
    if (error instanceof FaultsFound) process.stdout.write(withLineEnd(error.report))
    else console.error(complaintOf(error))
    process.exitCode = exitCodeOf(error)
  }
}

/** Bytes are a file, and stay as they are. */
const withLineEnd = (output: CommandOutput) =>
  typeof output === 'string' && !output.endsWith('\n') ? `${output}\n` : output

/** The exit code for a command that has thrown. */
export const exitCodeOf = (error: unknown): 1 | 2 => (error instanceof UsageError ? 2 : 1)

/** What to print of an error: without a stack if the operator can correct it. */
export const complaintOf = (error: unknown): unknown => (error instanceof ConfigError ? error.message : error)
