import { vi } from 'vitest'

/** The salt of the hash that is checked where there is no customer, in api/users/password-hash.ts. */
const NOBODYS_SALT = 'eBodiQe9MBnCZTyMa8gVvw'

// Imported before every test file: hashing passwords was a quarter of the processor time of the API's tests.
// A file whose tests depend on the cost says `vi.unmock('@node-rs/argon2')`.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  const hash: typeof argon2.hash = (password, options, signal) =>
    argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)
  const verify: typeof argon2.verify = async (hashed, ...more) =>
    !hashed.toString().includes(NOBODYS_SALT) && argon2.verify(hashed, ...more)
  return { ...argon2, hash, verify }
})
