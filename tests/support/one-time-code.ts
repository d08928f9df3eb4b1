import { Secret, TOTP } from 'otpauth'

const HALF_MINUTE_MS = 30_000

/** What an application for codes shows for a secret (base32) at a moment, or so many half-minutes later. */
export const oneTimeCode = (secret: string, at: Date, halfMinutesLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: at.getTime() + halfMinutesLater * HALF_MINUTE_MS,
  })
