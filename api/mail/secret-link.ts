import { randomBytes } from 'node:crypto'
import { newSecret } from 'api/hashed-secret'

/** What an address carries that opens something by itself: its id and a code; only the hash of the code is stored. */
export interface SecretLink {
  id: string
  code: string
}

export const newSecretLink = (): SecretLink => ({
  id: randomBytes(16).toString('base64url'),
  code: newSecret(),
})
