import type { Queries } from 'api/db/database'
import { forgetPayloads } from './mailed-tokens.repository'
import { deleteRegistrationAttempt } from './registration-attempts.repository'

/** Forgets what strangers may have registered with a customer's address: the owner of the mailbox has shown up. */
export const forgetRegistrations = async (trx: Queries, userId: string) => {
  await forgetPayloads(trx, userId, 'verify')
  await deleteRegistrationAttempt(trx, userId)
}
