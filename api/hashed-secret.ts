import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a URL. The last character has only four of the bits, so it is a letter or a digit. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The stored hash of a secret. A fast hash is enough: the secret is too random to be guessed. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * The stored hash of a code in a letter's link. Ignores signs at the end: no code ends with one, and mail programs take
 * a sign after a link for a part of it.
 */
export const hashOfMailedCode = (code: string) => hashOfSecret(code.replace(/[^A-Za-z\d]+$/, ''))
