import type { Queries } from 'api/db/database'
import { hashOfSecret } from 'api/hashed-secret'
import type { Visitor } from 'api/http/visitor'
import type { LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { issueToken } from './mailed-tokens'
import { beginSession, endSession } from './sessions'
import { newDeviceLetter } from './users.letters'
import { findDeviceHashes, storeDevice, type UserRow } from './users.repository'

type SignInSite = LetterSite & { timeZone: string }

/** The stored id of a device: a hash of the portal's cookie for the browser. */
export const deviceHashOf = ({ deviceId }: Visitor): string | null =>
  deviceId === null ? null : hashOfSecret(deviceId)

interface SignIn {
  /** The caller has locked the row: two concurrent logins must not both count as the first device. */
  user: UserRow
  visitor: Visitor
  /** The previous session of the same browser, which ends. */
  oldSession: string | null
  now: Date
}

/**
 * Begins a session for an authenticated customer and returns its token. Sends a letter about a new device, unless it is
 * the customer's first.
 */
export const signIn = async (
  trx: Queries,
  site: SignInSite,
  { user, visitor, oldSession, now }: SignIn,
): Promise<string> => {
  if (oldSession !== null) await endSession(trx, oldSession)
  const device = deviceHashOf(visitor)
  if (device !== null) {
    const deviceHashes = await findDeviceHashes(trx, user.id)
    await storeDevice(trx, user.id, device, now.toISOString())
    if (deviceHashes.length > 0 && !deviceHashes.includes(device))
      await sendDeviceLetter(trx, site, { user, visitor, device, now })
  }
  return beginSession(trx, { userId: user.id, device: visitor.device, now })
}

const sendDeviceLetter = async (
  trx: Queries,
  site: SignInSite,
  { user, visitor, device, now }: Pick<SignIn, 'user' | 'visitor' | 'now'> & { device: string },
) => {
  const link = await issueToken(trx, { purpose: 'not-me', userId: user.id, payload: device, now })
  const letter = newDeviceLetter(site, { device: visitor.device, signedInAt: now.toISOString(), link })
  await enqueueLetter(trx, {
    to: user.email,
    userId: user.id,
    letter,
    requestId: visitor.requestId,
    now,
  })
}
