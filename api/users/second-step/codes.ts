import { createHash, randomInt } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { hashOfSecret } from 'api/hashed-secret'
import { RECOVERY_CODES } from 'contract/security'
import { defaults, seal, unseal } from 'iron-webcrypto'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { UserError } from '../users.errors'
import { findSecondStep, hasRecoveryCode, spendRecoveryCode, spendStep } from './second-step.repository'

/** A right code, with the data to use it up. */
type FittingCode =
  | { kind: 'one-time'; userId: string; secret: string; step: number }
  | { kind: 'recovery'; userId: string; hash: string }

/** Checks a customer's code without using it up; null for a wrong code. */
export const readCode = async (
  db: Queries,
  keys: readonly string[],
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<FittingCode | null> => {
  const typedCode = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(typedCode)) {
    const hash = recoveryCodeHash(userId, typedCode)
    return (await hasRecoveryCode(db, { userId, hash })) ? { kind: 'recovery', userId, hash } : null
  }
  const row = await findSecondStep(db, userId)
  if (!row || row.turnedOnAt === null) return null
  const step = stepOfCode(await openSecret(keys, { userId, stored: row.secret }), typedCode, now)
  return step === null ? null : { kind: 'one-time', userId, secret: row.secret, step }
}

/** Why a typed code is refused: a recovery code has letters, a code of the application has none. */
export const wrongCode = (code: string) =>
  new UserError({ code: /\p{L}/u.test(code) ? 'wrong_recovery_code' : 'wrong_code' })

/** Uses a code up. Returns false if it was used meanwhile. */
export const spendCode = (trx: Queries, code: FittingCode, now: Date): Promise<boolean> =>
  code.kind === 'one-time'
    ? spendStep(trx, code)
    : spendRecoveryCode(trx, { ...code, now: now.toISOString() })

/** The defaults of applications for codes: RFC 6238 with SHA-1, six digits. */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** RFC 6238, 5.2: one step more on either side, for clocks that are not exact. */
const tolerance = 1

/** RFC 4226, 4: 160 bits are recommended. */
const secretBytes = 20

/** A new random secret, base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

const totpOf = (secret: string) => new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) })

/** The address that an application reads from the QR code. */
export const otpauthUrl = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret), issuer, label }).toString()

/** The half-minute (since 1970) that a code belongs to; null for a code that does not fit now. */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: tolerance })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** Without characters that are taken for one another on paper: 0 and o, 1, i and l, u and v. */
const characters = '23456789abcdefghjkmnpqrstvwxyz'
const groups = 4
const charactersInGroup = 4

const newGroup = () =>
  Array.from({ length: charactersInGroup }, () => characters[randomInt(characters.length)]).join('')

/** Ten new recovery codes, such as 'k7fp-q2mz-9xw4-h3tb', of 78 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: groups }, newGroup).join('-'))

/** The hash of a recovery code, which is stored instead of the code. */
export const recoveryCodeHash = (userId: string, code: string): string =>
  hashOfSecret(`${userId}:${normalizeRecoveryCode(code)}`)

/** Removes dashes and spaces and ignores the case. */
const normalizeRecoveryCode = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const sealedMark = 'Fe26.'
const sealedSecret = z.object({ userId: z.string(), secret: z.string() })

const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/**
 * Encrypts a secret of a second step with the first key, together with its customer's id. Returns it unchanged without
 * a key.
 */
export const sealSecret = async (
  [key]: readonly string[],
  { userId, secret }: { userId: string; secret: string },
): Promise<string> =>
  key === undefined ? secret : seal({ userId, secret }, { id: idOf(key), secret: key }, defaults)

/** Decrypts a secret with any of the keys, and accepts one that was stored without a key. Throws for anything else. */
export const openSecret = async (
  keys: readonly string[],
  { userId, stored }: { userId: string; stored: string },
): Promise<string> => {
  if (!stored.startsWith(sealedMark)) return stored
  const byId = Object.fromEntries(keys.map((key) => [idOf(key), key]))
  const unsealed = sealedSecret.parse(
    await unseal(stored, byId, defaults).catch((cause: unknown) => {
      throw new Error('No key of SECOND_STEP_KEY opens the secret of a second step', { cause })
    }),
  )
  if (unsealed.userId !== userId) throw new Error('The secret of a second step is another customer’s')
  return unsealed.secret
}
