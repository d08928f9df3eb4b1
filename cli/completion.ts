import type { CommandDescription, Option, Positional } from './command'
import { optionsOf } from './help'

export const shells = ['bash', 'zsh'] as const
type Shell = (typeof shells)[number]

const program = 'portal-admin'

const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A word of the command line, from the array in which the shell keeps them. */
const typedAt = (place: string) => `"\${COMP_WORDS[${place}]}"`

/**
 * A script to be sourced: it completes the commands of `portal-admin`, their fixed words, options and values, and
 * defines it to run the program in this file unless there is such a program already (docs/deploy). Zsh runs the same
 * function through its `bashcompinit`.
 */
export const completionScript = (
  shell: Shell,
  commands: Readonly<Record<string, CommandDescription>>,
  file: string,
): string => {
  const names = [...Object.keys(commands), 'help', 'completion']
  return [
    ...(shell === 'zsh'
      ? ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit']
      : []),
    `command -v ${program} > /dev/null || ${program}() { node ${quoteForShell(file)} "$@"; }`,
    '_portal_admin() {',
    `  local word=${typedAt('COMP_CWORD')} before=${typedAt('COMP_CWORD-1')} words=""`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words=${quoteForShell(names.join(' '))}`,
    '  else',
    `    case ${typedAt('1')}" $before" in`,
    ...Object.entries(commands).flatMap(([name, command]) => casesOf(name, command)),
    `      'help '*) words=${quoteForShell(Object.keys(commands).join(' '))} ;;`,
    `      'completion '*) words=${quoteForShell(shells.join(' '))} ;;`,
    '    esac',
    '  fi',
    '  if [ "$words" = "<file>" ]; then COMPREPLY=($(compgen -f -- "$word"))',
    '  else COMPREPLY=($(compgen -W "$words" -- "$word")); fi',
    '}',
    `complete -o filenames -F _portal_admin ${program}`,
    '',
  ].join('\n')
}

/** The completions of one command: after an option its values, elsewhere choices, options and files. */
const casesOf = (name: string, command: CommandDescription): string[] => {
  const options = Object.entries(optionsOf(command))
  const positionals = command.positionals ?? []
  const everywhere = [
    ...positionals.flatMap(({ choices = [] }) => choices),
    ...options.map(([option]) => `--${option}`),
  ].join(' ')
  const afterChoice = positionals.flatMap((positional, place) =>
    (positionals[place - 1]?.choices ?? []).map((choice) => caseLine(`${name} ${choice}`, positional)),
  )
  return [
    ...options
      .filter(([, { value }]) => value !== undefined)
      .map(([optionName, option]) => caseLine(`${name} --${optionName}`, option)),
    ...afterChoice.filter((line) => line.includes('<file>')),
    positionals[0]?.isFile ? caseLine(`${name} ${name}`, positionals[0]) : null,
    `      ${quoteForShell(`${name} `)}*) words=${quoteForShell(everywhere)} ;;`,
  ].filter((line) => line !== null)
}

const caseLine = (
  pattern: string,
  { choices = [], isFile = false }: Pick<Option & Positional, 'choices' | 'isFile'>,
) => `      ${quoteForShell(pattern)}) words=${quoteForShell(isFile ? '<file>' : choices.join(' '))} ;;`
