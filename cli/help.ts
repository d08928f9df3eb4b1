import type { Described, Option, Word } from './command'

/** Who and why, for all commands that are in the operator log. */
const logOptions: Readonly<Record<'as' | 'why', Option>> = {
  as: { value: 'NAME', summary: 'who does it; the user of the operating system unless given' },
  why: {
    value: 'TEXT',
    summary:
      'why, for the operator log, without names; required where one customer, account or payment is touched',
  },
}

/** All options of a command. */
export const optionsOf = ({ options = {}, recorded }: Described): Readonly<Record<string, Option>> =>
  recorded ? { ...options, ...logOptions } : options

const shownWord = ({ name, among, isOptional, isRepeated }: Word) => {
  const shown = `${among ? among.join('|') : name}${isRepeated ? '…' : ''}`
  return isOptional ? `[${shown}]` : shown
}

const shownOption = ([name, { value, among }]: [string, Option]) =>
  `--${name}${value === undefined ? '' : ` ${among ? among.join('|') : value}`}`

/** What to type, without the program. */
export const usageOf = (name: string, command: Described): string =>
  [
    name,
    ...(command.words ?? []).map(shownWord),
    ...Object.entries(optionsOf(command)).map((option) => `[${shownOption(option)}]`),
  ].join(' ')

const explained = (term: string, summary: string) => `  ${term}\n      ${summary}`

/** What there is, for somebody who has typed no command. */
export const helpOf = (commands: Readonly<Record<string, Described>>): string =>
  [
    'Commands, with the settings of the server; it may be running unless the command says otherwise:',
    ...Object.entries(commands).map(([name, command]) => explained(usageOf(name, command), command.summary)),
    explained('help [COMMAND]', 'list the commands, or explain one'),
    explained('completion bash|zsh', 'print a script for the shell, with the command portal-admin'),
    'Exit codes: 0 done, 1 not done (the message says why), 2 called in a wrong way.',
    '',
  ].join('\n')

/** Everything about one command. */
export const helpOfOne = (name: string, command: Described): string =>
  [
    usageOf(name, command),
    `  ${command.summary}`,
    ...(command.words ?? []).map((word) => explained(word.name, word.summary)),
    ...Object.entries(optionsOf(command)).map((option) => explained(shownOption(option), option[1].summary)),
    '',
  ].join('\n')
