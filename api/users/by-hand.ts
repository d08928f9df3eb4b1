import { randomUUID } from 'node:crypto'
import type { Database, Queries } from 'api/db/database'
import { newSecret } from 'api/hashed-secret'
import type { LetterSite } from 'api/mail/letter'
import type { MailedLink } from 'api/mail/mailed-link'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { portalPaths } from 'contract/portal-paths'
import { DAY } from 'format/durations'
import { emailKey, normalizeEmail } from 'format/email'
import { issueToken } from './mailed-tokens'
import { hashPassword } from './password-hash'
import { forgetRegistrations } from './registration-attempts.repository'
import { revokeAccess } from './revoke-access'
import { isSecondStepOn } from './second-step/second-step.repository'
import { staleBefore } from './sessions'
import { sessionsOfCustomer } from './sessions.repository'
import { passwordResetLetter, secondStepOffLetter } from './users.letters'
import { findUserByEmail, insertUser, lockUser, markVerified, type UserRow } from './users.repository'

/** An operator's command about a customer is refused. */
export class RefusedByHand extends Error {
  override readonly name = 'RefusedByHand'
}

/** Locks the customer with this address until the transaction ends. Throws RefusedByHand if there is none. */
export const lockByEmail = async (trx: Queries, email: string): Promise<UserRow> => {
  const unlockedUser = await findUserByEmail(trx, emailKey(normalizeEmail(email) ?? email))
  const user = unlockedUser && (await lockUser(trx, unlockedUser.id))
  if (!user) throw new RefusedByHand('there is no customer with this address')
  return user
}

const lockActiveUser = async (trx: Queries, email: string): Promise<UserRow> => {
  const user = await lockByEmail(trx, email)
  if (user.eraseAt !== null)
    throw new RefusedByHand(
      'the customer is being deleted: the way back is the link in the letter of that, or of undo-deletion-link',
    )
  return user
}

interface NewCustomer {
  name: string
  email: string
  phone: string | null
}

export interface ByHandDeps {
  database: Database
  site: LetterSite
  now: Date
}

const addressOf = ({ publicUrl }: LetterSite, { id, code }: MailedLink) =>
  `${publicUrl}${portalPaths.changePassword(id, code)}`

/**
 * Creates a customer who sets the password by a link, valid for a day, which also verifies the address. Stores no
 * consent. Returns the id, and the link unless a letter has it. Throws RefusedByHand for a taken address.
 */
export const createByHand = async (
  { database, site, now }: ByHandDeps,
  { name, email, phone }: NewCustomer,
  linkBy: 'letter' | 'hand',
): Promise<{ id: string; link: string | null }> => {
  const passwordHash = await hashPassword(newSecret())
  const id = randomUUID()
  return database.transaction(async (trx) => {
    const emailNormalized = emailKey(email)
    if (await findUserByEmail(trx, emailNormalized))
      throw new RefusedByHand('there is a customer with this address already')
    const noConsent = { consentVersion: null, consentAt: null, consentAddress: null }
    const registrationData = { name, email, phone, passwordHash, ...noConsent }
    await insertUser(trx, { id, emailNormalized, registrationData, now: now.toISOString() })
    const link = await issueToken(trx, { purpose: 'reset', userId: id, validMs: DAY, now })
    if (linkBy === 'hand') return { id, link: addressOf(site, link) }
    const letter = passwordResetLetter(site, link)
    await enqueueLetter(trx, { to: email, userId: id, letter, now })
    return { id, link: null }
  })
}

/** Verifies an address without its letter. Throws RefusedByHand if it is verified already. */
export const verifyByHand = ({ database, now }: ByHandDeps, email: string): Promise<string> =>
  database.transaction(async (trx) => {
    const { id, emailVerifiedAt } = await lockActiveUser(trx, email)
    if (emailVerifiedAt !== null) throw new RefusedByHand('the address is verified already')
    await markVerified(trx, id, now.toISOString())
    await forgetRegistrations(trx, id)
    return id
  })

/** Creates a link for a new password, valid as long as the link in the letter. */
export const resetLinkByHand = ({ database, site, now }: ByHandDeps, email: string) =>
  database.transaction(async (trx) => {
    const { id } = await lockActiveUser(trx, email)
    const link = await issueToken(trx, { purpose: 'reset', userId: id, now })
    return { id, link: addressOf(site, link) }
  })

/** Ends all sessions, and everything that they may have started. */
export const endSessionsByHand = ({ database, now }: ByHandDeps, email: string) =>
  database.transaction(async (trx) => {
    const { id } = await lockByEmail(trx, email)
    const sessions = await sessionsOfCustomer(trx, id, staleBefore(now))
    await revokeAccess(trx, 'ended-by-operator', { userId: id, now })
    return { id, sessions: sessions.length }
  })

/**
 * Turns off the second step of a customer who has neither telephone nor recovery codes, and tells them by a letter.
 * Returns the customer's id. Throws RefusedByHand for an unknown address, and when the second step is not on.
 */
export const turnSecondStepOffByHand = (
  { database, site, now }: ByHandDeps,
  email: string,
): Promise<string> =>
  database.transaction(async (trx) => {
    const user = await lockByEmail(trx, email)
    if (!(await isSecondStepOn(trx, user.id))) throw new RefusedByHand('the second step is not on')
    await revokeAccess(trx, 'second-step-off', { userId: user.id, now })
    const letter = secondStepOffLetter(site)
    await enqueueLetter(trx, { to: user.email, userId: user.id, letter, now })
    return user.id
  })
