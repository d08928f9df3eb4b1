import { vi } from 'vitest'

// Imported before every test file: hashing passwords was a quarter of the processor time of the API's tests.
// A file whose tests depend on the cost says `vi.unmock('@node-rs/argon2')`.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  const hash: typeof argon2.hash = (password, options, signal) =>
    argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)
  return { ...argon2, hash }
})
