import { Secret, TOTP } from 'otpauth'

/** What applications for codes make of an address unless it says otherwise: RFC 6238 with SHA-1, six digits. */
const standard = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** RFC 6238, 5.2: one step more on either side, for clocks that are not exact. */
const tolerance = 1

/** RFC 4226, 4: 160 bits are recommended. */
const secretBytes = 20

/** A new random secret, base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

const totpOf = (secret: string) => new TOTP({ ...standard, secret: Secret.fromBase32(secret) })

/** The address that an application reads from the QR code. */
export const otpauthUrl = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...standard, secret: Secret.fromBase32(secret), issuer, label }).toString()

/** The half-minute (since 1970) that a code belongs to; null for a code that does not fit now. */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: tolerance })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
