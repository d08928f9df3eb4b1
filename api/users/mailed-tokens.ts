import { randomBytes } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { TokenPurpose } from 'api/db/migrations/0001-initial/customers'
import { hashOfMailedCode, newSecret } from 'api/hashed-secret'
import type { MailedLink } from 'api/mail/mailed-link'
import { DAY, MINUTE } from 'format/durations'
import { findToken, insertToken, type TokenKey, type TokenRow, useToken } from './mailed-tokens.repository'
import { UserError } from './users.errors'

const validForMs: Record<TokenPurpose, number> = {
  verify: DAY,
  reset: 20 * MINUTE,
  'change-email': DAY,
  'undo-email': 7 * DAY,
  'not-me': 7 * DAY,
  'undo-deletion': 30 * DAY,
}

/** The unchecked id and code of a mailed link. */
export interface MailedCode {
  id: string
  code: string
}

const keyOf = (purpose: TokenPurpose, { id, code }: MailedCode): TokenKey => ({
  id,
  purpose,
  codeHash: hashOfMailedCode(code),
})

/** Creates a token for a letter's link. Only a hash of its code is stored. `payload`: see `MailedTokensTable`. */
export const issueToken = async (
  trx: Queries,
  {
    purpose,
    userId,
    payload,
    id = randomBytes(16).toString('base64url'),
    validMs = validForMs[purpose],
    now,
  }: {
    purpose: TokenPurpose
    userId: string
    payload?: string
    /** Unique; random unless given. */
    id?: string
    /** As long as the purpose allows unless given. */
    validMs?: number
    now: Date
  },
): Promise<MailedLink> => {
  const link = { id, code: newSecret(), validForMs: validMs }
  await insertToken(trx, {
    ...keyOf(purpose, link),
    userId,
    payload: payload ?? null,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + link.validForMs).toISOString(),
  })
  return link
}

/**
 * Uses the token up. Throws UserError: `link_expired` when it was used or has expired, `unknown_link` for any other.
 */
export const takeToken = async (
  trx: Queries,
  purpose: TokenPurpose,
  mailed: MailedCode,
  now: Date,
): Promise<TokenRow> => {
  const key = keyOf(purpose, mailed)
  const token = await useToken(trx, key, now.toISOString())
  if (token) return token
  throw (await findToken(trx, key)) ? expired(purpose) : unknownLink()
}

/** Reads a token without using it up. Throws like `takeToken`. */
export const peekAtToken = async (
  db: Queries,
  purpose: TokenPurpose,
  mailed: MailedCode,
  now: Date,
): Promise<TokenRow> => {
  const token = await findToken(db, keyOf(purpose, mailed))
  if (!token) throw unknownLink()
  if (token.usedAt !== null || token.expiresAt <= now.toISOString()) throw expired(purpose)
  return token
}

/**
 * Uses a verification token up. A used one is accepted again until it expires: mail scanners open links before people
 * do.
 */
export const takeVerifyToken = async (trx: Queries, mailed: MailedCode, now: Date): Promise<TokenRow> => {
  const key = keyOf('verify', mailed)
  const moment = now.toISOString()
  const token = (await useToken(trx, key, moment)) ?? (await findToken(trx, key))
  if (!token) throw unknownLink()
  if (token.expiresAt <= moment) throw expired('verify')
  return token
}

const unknownLink = () => new UserError({ code: 'unknown_link' })

const expired = (purpose: TokenPurpose) => new UserError({ code: 'link_expired', purpose })
