import { parseArgs } from 'node:util'
import { type CommandDescription, type CommandInput, type Option, UsageError } from './command'
import { optionsOf, usageOf } from './help'

/** Reads the arguments after the command's name. Throws a UsageError for arguments that it does not declare. */
export const readArguments = (
  name: string,
  command: CommandDescription,
  args: readonly string[],
): CommandInput => {
  const refuse = (what: string) => new UsageError(`${name}: ${what}\nUsage: ${usageOf(name, command)}`)
  const options = optionsOf(command)
  const { values, positionals } = parseTyped(args, options, refuse)
  const { positionals: declaredPositionals = [] } = command
  const last = declaredPositionals.at(-1)
  if (positionals.length < declaredPositionals.filter(({ isOptional }) => !isOptional).length)
    throw refuse(`takes ${declaredPositionals.map((positional) => positional.name).join(', ')}`)
  if (positionals.length > declaredPositionals.length && !last?.isRepeated)
    throw refuse(`${positionals[declaredPositionals.length]} is too much`)
  for (const [place, text] of positionals.entries()) {
    const choices = (declaredPositionals[place] ?? last)?.choices
    if (choices && !choices.includes(text)) throw refuse(`${text} is none of ${choices.join(', ')}`)
  }
  for (const [option, { choices }] of Object.entries(options)) {
    const text = values[option]
    if (choices && typeof text === 'string' && !choices.includes(text))
      throw refuse(`--${option}: must be ${choices.join(' or ')}`)
  }
  return {
    positionals,
    has: (option) => values[option] !== undefined,
    text(option) {
      const value = values[option]
      return typeof value === 'string' ? value : undefined
    },
  }
}

const parseTyped = (
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
    // Only its first sentence: the next ones explain how to type an argument that begins with a dash.
    throw refuse(error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'can not be read')
  }
}
