import { z } from 'zod'

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
  // After digits a password is taken for a port, and its rest for the path or the hash.
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
