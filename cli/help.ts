import type { CommandDescription, Option, Positional } from './command'

/** The options of every command that the operator log records. */
const logOptions: Readonly<Record<'as' | 'why', Option>> = {
  as: { value: 'NAME', summary: 'who does it; the user of the operating system unless given' },
  why: {
    value: 'TEXT',
    summary:
      'why, for the operator log, without names; required where one customer, account or payment is touched',
  },
}

/** All options of a command. */
export const optionsOf = ({ options = {}, logRule }: CommandDescription): Readonly<Record<string, Option>> =>
  logRule ? { ...options, ...logOptions } : options

const usageOfPositional = ({ name, choices, isOptional, isRepeated }: Positional) => {
  const usage = `${choices ? choices.join('|') : name}${isRepeated ? '…' : ''}`
  return isOptional ? `[${usage}]` : usage
}

const usageOfOption = ([name, { value, choices }]: [string, Option]) =>
  `--${name}${value === undefined ? '' : ` ${choices ? choices.join('|') : value}`}`

/** The usage of a command, without the program's name. */
export const usageOf = (name: string, command: CommandDescription): string =>
  [
    name,
    ...(command.positionals ?? []).map(usageOfPositional),
    ...Object.entries(optionsOf(command)).map((option) => `[${usageOfOption(option)}]`),
  ].join(' ')

const definition = (term: string, summary: string) => `  ${term}\n      ${summary}`

/** Lists all commands. */
export const helpOf = (commands: Readonly<Record<string, CommandDescription>>): string =>
  [
    'Commands, with the settings of the server; it may be running unless the command says otherwise:',
    ...Object.entries(commands).map(([name, command]) => definition(usageOf(name, command), command.summary)),
    definition('help [COMMAND]', 'list the commands, or explain one'),
    definition('completion bash|zsh', 'print a script for the shell, with the command portal-admin'),
    'Exit codes: 0 done, 1 not done (the message says why), 2 called in a wrong way.',
    '',
  ].join('\n')

/** Explains one command. */
export const helpOfOne = (name: string, command: CommandDescription): string =>
  [
    usageOf(name, command),
    `  ${command.summary}`,
    ...(command.positionals ?? []).map((positional) => definition(positional.name, positional.summary)),
    ...Object.entries(optionsOf(command)).map((option) =>
      definition(usageOfOption(option), option[1].summary),
    ),
    '',
  ].join('\n')
