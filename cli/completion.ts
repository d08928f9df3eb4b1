import type { Described, Option, Word } from './command'
import { optionsOf } from './help'

export const shells = ['bash', 'zsh'] as const
export type Shell = (typeof shells)[number]

const program = 'portal-admin'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** One of the words typed so far, which the shell keeps in an array of its own. */
const typedWord = (place: string) => `"\${COMP_WORDS[${place}]}"`

/**
 * A script to be sourced: it completes the commands of `portal-admin`, their fixed words, options and values, and
 * defines it to run the program in this file unless there is such a program already (docs/deploy). Zsh runs the same
 * function through its `bashcompinit`.
 */
export const completionScript = (
  shell: Shell,
  commands: Readonly<Record<string, Described>>,
  file: string,
): string => {
  const names = [...Object.keys(commands), 'help', 'completion']
  return [
    ...(shell === 'zsh'
      ? ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit']
      : []),
    `command -v ${program} > /dev/null || ${program}() { node ${quoted(file)} "$@"; }`,
    '_portal_admin() {',
    `  local word=${typedWord('COMP_CWORD')} before=${typedWord('COMP_CWORD-1')} words=""`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words=${quoted(names.join(' '))}`,
    '  else',
    `    case ${typedWord('1')}" $before" in`,
    ...Object.entries(commands).flatMap(([name, command]) => casesOf(name, command)),
    `      'help '*) words=${quoted(Object.keys(commands).join(' '))} ;;`,
    `      'completion '*) words=${quoted(shells.join(' '))} ;;`,
    '    esac',
    '  fi',
    '  if [ "$words" = "<file>" ]; then COMPREPLY=($(compgen -f -- "$word"))',
    '  else COMPREPLY=($(compgen -W "$words" -- "$word")); fi',
    '}',
    `complete -o filenames -F _portal_admin ${program}`,
    '',
  ].join('\n')
}

/** The values after an option that takes one; anywhere else fixed words, options and files. */
const casesOf = (name: string, command: Described): string[] => {
  const options = Object.entries(optionsOf(command))
  const words = command.words ?? []
  const everywhere = [
    ...words.flatMap(({ among = [] }) => among),
    ...options.map(([option]) => `--${option}`),
  ].join(' ')
  const afterFixedWord = words.flatMap((word, place) =>
    (words[place - 1]?.among ?? []).map((before) => oneCase(`${name} ${before}`, word)),
  )
  return [
    ...options
      .filter(([, { value }]) => value !== undefined)
      .map(([option, it]) => oneCase(`${name} --${option}`, it)),
    ...afterFixedWord.filter((line) => line.includes('<file>')),
    words[0]?.isFile ? oneCase(`${name} ${name}`, words[0]) : null,
    `      ${quoted(`${name} `)}*) words=${quoted(everywhere)} ;;`,
  ].filter((line) => line !== null)
}

const oneCase = (pattern: string, { among = [], isFile = false }: Pick<Option & Word, 'among' | 'isFile'>) =>
  `      ${quoted(pattern)}) words=${quoted(isFile ? '<file>' : among.join(' '))} ;;`
