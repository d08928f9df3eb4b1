import { createHash } from 'node:crypto'
import { defaults, seal, unseal } from 'iron-webcrypto'
import { z } from 'zod'

const sealedMark = 'Fe26.'
const sealed = z.object({ userId: z.string(), secret: z.string() })

const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/**
 * A secret of a second step as it is stored: encrypted and authenticated by the first key, together with its customer;
 * without a key as it is.
 */
export const sealSecret = async (
  [key]: readonly string[],
  { userId, secret }: { userId: string; secret: string },
): Promise<string> =>
  key === undefined ? secret : seal({ userId, secret }, { id: idOf(key), secret: key }, defaults)

/** Opens what any of the keys has sealed, and takes what was stored without a key. Throws for anything else. */
export const openSecret = async (
  keys: readonly string[],
  { userId, stored }: { userId: string; stored: string },
): Promise<string> => {
  if (!stored.startsWith(sealedMark)) return stored
  const byId = Object.fromEntries(keys.map((key) => [idOf(key), key]))
  const opened = sealed.parse(
    await unseal(stored, byId, defaults).catch((cause: unknown) => {
      throw new Error('No key of SECOND_STEP_KEY opens the secret of a second step', { cause })
    }),
  )
  if (opened.userId !== userId) throw new Error('The secret of a second step is another customer’s')
  return opened.secret
}
