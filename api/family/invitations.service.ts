import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { requireRight } from 'api/accounts'
import type { Database, Queries } from 'api/db/database'
import { hashOfMailedCode, newSecret } from 'api/hashed-secret'
import type { Customer } from 'api/http/customer'
import { answerOnce, claimKey } from 'api/idempotency/answer-once'
import { storeAnswer } from 'api/idempotency/idempotency-keys.repository'
import type { LimitedUse, Limiter } from 'api/limits/limiter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { checkPassword, requireLiveSession } from 'api/users'
import { grant } from 'contract/family'
import { mostOpenGrants } from 'contract/limits'
import { addDays, today } from 'format/dates'
import { DAY } from 'format/durations'
import { emailKey, maskEmail } from 'format/email'
import { startOfDay } from 'format/local-hour'
import { z } from 'zod'
import { endLapsed, type StopPaying } from './end-grants'
import { FamilyError } from './family.errors'
import { accessOpenedLetter, type FamilySite, invitationLetter } from './family.letters'
import { grantView } from './grant-view'
import { findGrant, findOpenGrants, findOwners, insertGrant, lockAccount } from './grants.repository'

export interface FamilyDeps {
  config: FamilySite
  database: Database
  limiter: Limiter
  stopPaying: StopPaying
  /** Wakes the worker: something has become due. To be called after the commit. */
  wakeJobs: () => void
}

/** How long an invitation can be accepted, and how long an accepted one can be confirmed. */
export const validForMs = 7 * DAY

interface NewInvitation {
  customer: Customer
  /** The token of the session that makes the call. */
  session: string
  account: string
  readings: boolean
  pay: boolean
  email?: string | null | undefined
  label?: string | null | undefined
  /** The last day, in the company's time zone. */
  until?: string | null | undefined
  password: string
  key: string
  now: Date
}

const storedAnswer = z.object({ data: grant, sealedCode: z.string() })

/** Creates invitations of owners to other people. */
export const invitationsService = ({ config, database, limiter, stopPaying, wakeJobs }: FamilyDeps) => {
  const { db } = database

  const storeInvitation = async (trx: Queries, invitation: NewInvitation, code: string) => {
    const { customer, account, now, readings, pay } = invitation
    const email = invitation.email ?? null
    const until = invitation.until ?? null
    const label = invitation.label ?? null
    const afterCommit = await endLapsed(trx, account, { stopPaying, site: config, now })
    const openGrants = await findOpenGrants(trx, account)
    if (
      email !== null &&
      openGrants.some((open) => (open.holderEmailKey ?? open.emailKey) === emailKey(email))
    )
      throw new FamilyError('already_granted')
    if (openGrants.length >= mostOpenGrants) throw new FamilyError('too_many_open')
    const id = randomUUID()
    const expiresAt = earlier(
      new Date(now.getTime() + validForMs).toISOString(),
      endOfDay(until, config.timeZone),
    )
    await insertGrant(trx, {
      id,
      account,
      invited_by: customer.id,
      readings: readings ? 1 : 0,
      pay: pay ? 1 : 0,
      email,
      email_normalized: email === null ? null : emailKey(email),
      label,
      until,
      status: 'invited',
      code_hash: hashOfMailedCode(code),
      created_at: now.toISOString(),
      lapses_at: expiresAt,
    })
    const about = { account, rights: { readings, pay }, until }
    if (email !== null) {
      const letter = invitationLetter(config, {
        ...about,
        link: { id, code },
        from: customer.name,
        expiresAt,
      })
      await enqueueLetter(trx, { to: email, userId: null, letter, now })
    }
    const who = email === null ? (label ?? 'по ссылке') : maskEmail(email)
    for (const owner of await findOwners(trx, account)) {
      if (owner.id === customer.id || owner.eraseAt !== null) continue
      const letter = accessOpenedLetter(config, { ...about, ownTitle: owner.ownTitle, who })
      await enqueueLetter(trx, { to: owner.email, userId: owner.id, letter, now })
    }
    const row = await findGrant(trx, id)
    if (!row) throw new FamilyError('not_found')
    return { data: grantView(row, now), afterCommit }
  }

  return {
    /**
     * Invites somebody, once for each key: a repeat gets the same grant and code. Throws AccessRefused, FamilyError
     * (`until_past`, `own_email`, `already_granted`, `too_many_open`), UserError (`wrong_password`) and LimitReached. A
     * refusal does not use the key up.
     */
    async invite(invitation: NewInvitation) {
      const { customer, account, readings, pay, email, label, until, password, session, key, now } =
        invitation
      const own = { userId: customer.id, account, now }
      await requireRight(db, own, 'own')
      const request = {
        call: 'inviteToAccount' as const,
        owner: customer.id,
        key,
        body: [account, readings, pay, email ?? null, label ?? null, until ?? null],
        now,
      }
      const answer = await answerOnce(
        db,
        request,
        (stored) => storedAnswer.parse(JSON.parse(stored ?? 'null')),
        async (claim) => {
          if (until && until < today(config.timeZone, now)) throw new FamilyError('until_past')
          if (email && emailKey(email) === emailKey(customer.email)) throw new FamilyError('own_email')
          const uses: LimitedUse[] = [
            { limit: 'invitationsPerCustomer', by: [customer.id] },
            ...(email ? [{ limit: 'lettersPerEmail', by: ['access', emailKey(email)] } as const] : []),
          ]
          await limiter.admit(uses, now)
          try {
            await checkPassword({ database, limiter }, { customer, password, now })
            const code = newSecret()
            const { afterCommit, ...newAnswer } = await database.transaction(async (trx) => {
              await lockAccount(trx, account)
              await requireLiveSession(trx, { userId: customer.id, session })
              await claimKey(trx, claim)
              await requireRight(trx, own, 'own')
              const invited = await storeInvitation(trx, invitation, code)
              const storable = { data: invited.data, sealedCode: sealByKey(code, key) }
              if (claim) await storeAnswer(trx, claim, storable)
              return { ...storable, afterCommit: invited.afterCommit }
            }, 'read committed')
            await afterCommit()
            wakeJobs()
            return storedAnswer.parse(newAnswer)
          } catch (error) {
            await limiter.giveBack(uses)
            throw error
          }
        },
      )
      return { data: answer.data, code: openByKey(answer.sealedCode, key) }
    },
  }
}

/** The moment after a last day; null without a last day. */
export const endOfDay = (day: string | null, timeZone: string): string | null =>
  day === null ? null : startOfDay(addDays(day, 1), timeZone).toISOString()

export const earlier = (moment: string, other: string | null): string =>
  other !== null && other < moment ? other : moment

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const cipherKey = (key: string) => createHash('sha256').update(`sealed by the key of a form: ${key}`).digest()

/** Encrypts a text with an idempotency key, which is not stored: only a repeat of the request can decrypt it. */
const sealByKey = (text: string, key: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Decrypts a text of `sealByKey`. Throws for another key. */
const openByKey = (sealed: string, key: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, cipherKey(key), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}
