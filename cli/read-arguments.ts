import { parseArgs } from 'node:util'
import { type CommandInput, type Described, type Option, UsageError } from './command'
import { optionsOf, usageOf } from './help'

/** Reads what was typed after the command's name. Throws a UsageError for anything that the command does not declare. */
export const readArguments = (name: string, command: Described, args: readonly string[]): CommandInput => {
  const refuse = (what: string) => new UsageError(`${name}: ${what}\nUsage: ${usageOf(name, command)}`)
  const options = optionsOf(command)
  const { values, positionals } = parsed(args, options, refuse)
  const { words = [] } = command
  const last = words.at(-1)
  if (positionals.length < words.filter(({ isOptional }) => !isOptional).length)
    throw refuse(`takes ${words.map((word) => word.name).join(', ')}`)
  if (positionals.length > words.length && !last?.isRepeated)
    throw refuse(`${positionals[words.length]} is too much`)
  for (const [place, text] of positionals.entries()) {
    const among = (words[place] ?? last)?.among
    if (among && !among.includes(text)) throw refuse(`${text} is none of ${among.join(', ')}`)
  }
  for (const [option, { among }] of Object.entries(options)) {
    const text = values[option]
    if (among && typeof text === 'string' && !among.includes(text))
      throw refuse(`--${option}: must be ${among.join(' or ')}`)
  }
  return {
    words: positionals,
    has: (option) => values[option] !== undefined,
    text(option) {
      const value = values[option]
      return typeof value === 'string' ? value : undefined
    },
  }
}

const parsed = (
  args: readonly string[],
  options: Readonly<Record<string, Option>>,
  refuse: (what: string) => UsageError,
) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value }]) => [
          name,
          { type: value === undefined ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    })
  } catch (error) {
    // The sentences that follow explain how to type a word that begins with a dash.
    throw refuse(error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'can not be read')
  }
}
