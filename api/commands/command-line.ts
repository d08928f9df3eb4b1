import { readApiConfig } from 'api/config'
import { ConfigError } from 'contract/settings'
import { pino } from 'pino'
import type { Done, OwnCommand } from './command'
import { commandOf, commands } from './command-list'
import { completionScript, shells } from './completion'
import { helpOf, helpOfOne } from './help'
import { readArguments } from './read-arguments'
import { runCommand } from './run-command'
import { UsageError } from './usage-error'

const isHelp = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'

/**
 * Does what an operator has typed, with the settings of the environment. `file` is the program; `own` are commands besides
 * those of the API.
 */
export const runCommandLine = async (
  [name, ...args]: readonly string[],
  file: string,
  own: Readonly<Record<string, OwnCommand>> = {},
): Promise<Done> => {
  const known = { ...commands, ...own }
  const describedOf = (asked: string) =>
    Object.hasOwn(own, asked) ? own[asked] : commandOf(asked, Object.keys(own))
  if (name === undefined || isHelp(name)) {
    const [asked] = args
    const described = asked === undefined ? undefined : describedOf(asked)
    return { printed: asked && described ? helpOfOne(asked, described) : helpOf(known) }
  }
  if (name === 'completion') {
    const shell = shells.find((one) => one === args[0])
    if (!shell || args.length > 1) throw new UsageError(`completion: takes ${shells.join(' or ')}`)
    return { printed: completionScript(shell, known, file) }
  }
  const described = describedOf(name)
  if (described && args.some((arg) => arg === '--help' || arg === '-h'))
    return { printed: helpOfOne(name, described) }
  const ownCommand = Object.hasOwn(own, name) ? own[name] : undefined
  if (ownCommand) return ownCommand.run(readArguments(name, ownCommand, args))
  const config = readApiConfig(process.env)
  // What a command prints is often saved as a file.
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  )
  return { printed: await runCommand({ config, log }, { name, command: commandOf(name), args }) }
}

/** The exit code for a command that has thrown. */
export const exitCodeOf = (error: unknown): 1 | 2 => (error instanceof UsageError ? 2 : 1)

/** What to say of it: operators need no stack for what they can correct. */
export const complaintOf = (error: unknown): unknown => (error instanceof ConfigError ? error.message : error)
