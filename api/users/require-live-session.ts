import type { Queries } from 'api/db/database'
import { hashOfSecret } from 'api/hashed-secret'
import { findDeviceOfSession } from './sessions.repository'
import { UserError } from './users.errors'
import { lockUser } from './users.repository'

/**
 * Checks, with the customer locked, that the session has not ended since the call began: what a call starts then is ended
 * by `revokeAccess`, or not started. Throws UserError (`no_customer`).
 */
export const requireLiveSession = async (
  trx: Queries,
  { userId, session }: { userId: string; session: string },
): Promise<{ device: string | null }> => {
  await lockUser(trx, userId)
  const sessionDevice = await findDeviceOfSession(trx, hashOfSecret(session))
  if (!sessionDevice) throw new UserError({ code: 'no_customer' })
  return sessionDevice
}
