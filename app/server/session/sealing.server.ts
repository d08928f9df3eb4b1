import { createHash } from 'node:crypto'
import { defaults, seal, unseal } from 'iron-webcrypto'

const secretId = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 8)

/**
 * Encrypts and authenticates values for cookies. The first secret seals, each of them unseals. With `ttlMs` a value can
 * be unsealed only for that many milliseconds. `unseal` rejects a value that is forged, too old, or of another secret.
 */
export const createSealing = (secrets: readonly string[], { ttlMs = 0 } = {}) => {
  const [current = ''] = secrets
  const keys = Object.fromEntries(secrets.map((secret) => [secretId(secret), secret]))
  const options = { ...defaults, ttl: ttlMs, timestampSkewSec: 0 }
  return {
    seal: (value: unknown): Promise<string> =>
      seal(value, { id: secretId(current), secret: current }, options),
    unseal: (sealed: string): Promise<unknown> => unseal(sealed, keys, options),
  }
}
