import { z } from 'zod'

/** A setting or option that the operator has to correct; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** As `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment variables of a schema; an empty one counts as absent. Throws a ConfigError that names the first
 * invalid one.
 */
export const readSettings = <Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): z.output<Schema> => {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] || undefined]))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${String(issue?.path[0] ?? 'environment')}: ${issue?.message ?? 'is not valid'}`)
}

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

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
 * Authenticates a portal to a product API in another process. Of a list portals send the first, and the API accepts
 * any.
 */
export const apiSecrets = secretList

export const logLevel = z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info')
