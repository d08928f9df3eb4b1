import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const cipherKey = (key: string) => createHash('sha256').update(`sealed by the key of a form: ${key}`).digest()

/** Seals a text by an idempotency key, which is not stored: only a repeat of the request can open it. */
export const sealByKey = (text: string, key: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws for another key. */
export const openByKey = (sealed: string, key: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, cipherKey(key), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}
