import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, fit for an address. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a secret. It is too random to be guessed from a fast hash. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')
