import { z } from 'zod'

/** A setting or option that the operator has to correct; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The type of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The value without spaces around it; a blank one counts as absent. */
export const settingOf = (env: Environment, name: string): string | undefined =>
  env[name]?.trim() || undefined

/** `docker --env-file` keeps quotes as a part of the value, unlike a shell. */
const isInQuotes = (value = '') => /^("[^"]*"|'[^']*')$/.test(value)

/**
 * Reads the environment variables of a schema; a blank one counts as absent. Throws a ConfigError that names the first
 * invalid one.
 */
export const readSettings = <Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): z.output<Schema> => {
  const values = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, settingOf(env, name)]))
  const quotedName = Object.keys(values).find((name) => isInQuotes(values[name]))
  if (quotedName)
    throw new ConfigError(`${quotedName}: must stand without quotes, which count as a part of the value`)
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${String(issue?.path[0] ?? 'environment')}: ${issue?.message ?? 'is not valid'}`)
}

export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return (
    z
      .string()
      .regex(/^\d+$/, message)
      .transform(Number)
      // Aborts, so that a union around it reports its own message.
      .refine((number) => min <= number && number <= max, { error: message, abort: true })
  )
}

export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

export const timeZone = z
  .string()
  .refine(isTimeZone, 'must be a time zone such as Europe/Moscow')
  .default('Europe/Moscow')

function isTimeZone(zone: string) {
  try {
    new Intl.DateTimeFormat('ru-RU', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Secrets of 32 characters or more, a list with commas for rotation; undefined for none. */
export const secretList = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .refine(
    (secrets) => secrets.every((secret) => /^[!-~]{32,}$/.test(secret)),
    'must be 32 characters or more without spaces, each one of a list with commas',
  )
  .optional()

/**
 * Authenticates a portal to a product API in another process. Of several secrets a portal sends the first, and the API
 * accepts any.
 */
export const apiSecrets = secretList

export const logLevel = z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info')

/** A ConfigError that names DATA_DIR for an error of the file system; any other error as it is. */
export const dataDirError = (error: unknown, dataDir: string): unknown =>
  error instanceof Error && 'code' in error
    ? new ConfigError(`DATA_DIR: ${dataDir} can not be used (${error.code})`, { cause: error })
    : error
