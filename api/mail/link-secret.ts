import { createHash, randomBytes } from 'node:crypto'

/** What an address carries that opens something by itself: its id, and a code of which only the hash is stored. */
export interface SecretLink {
  id: string
  code: string
}

/** 256 random bits, fit for an address. */
export const newSecret = () => randomBytes(32).toString('base64url')

export const newSecretLink = (): SecretLink => ({
  id: randomBytes(16).toString('base64url'),
  code: newSecret(),
})

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')
