import { z } from 'zod'

/** The query timeout and the pool size, unless the operator sets others. */
export const databaseDefaults = { databaseTimeoutMs: 8_000, databasePool: 10 } as const

/** Less than the ten seconds after which the portal gives up on the API, so that the portal gets a clear error. */
export const connectTimeoutMs = 5_000

const encoded = 'must be a postgres:// address with / # ? % @ in its password encoded, such as %2F for /'

/** The address of a PostgreSQL, as `pg`, `URL` and the programs of PostgreSQL can all read it. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
  // `URL` knows no address with a user and without a host; for `pg` that is localhost, or the `host` of the query.
  .transform((text) => text.replace('@/', '@localhost/'))
  .refine(isReadable, encoded)

function isReadable(text: string) {
  if (!URL.canParse(text)) return false
  const { username, password, pathname, hash } = new URL(text)
  // `URL` takes a password that begins with digits for a port, and its rest for the path or the hash.
  return !pathname.includes('@') && hash === '' && isDecodable(username + password)
}

function isDecodable(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
