import { createHash, randomBytes } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { TokenPurpose } from 'api/db/tables'
import { Refusal } from 'api/http/refusal'
import type { MailedLink } from 'api/mail/mailed-link'
import { findToken, insertToken, type TokenKey, type TokenRow, useToken } from './mailed-tokens.repository'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const validForMs: Record<TokenPurpose, number> = {
  verify: day,
  reset: 20 * minute,
  'change-email': day,
  'undo-email': 7 * day,
}

/** What came with a mailed link. */
export interface MailedCode {
  id: string
  code: string
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

const keyOf = (purpose: TokenPurpose, { id, code }: MailedCode): TokenKey => ({
  id,
  purpose,
  codeHash: hashOf(code),
})

/** Makes what a letter's link carries; only a hash of its code is kept. The payload is as `MailedTokensTable` says. */
export const issueToken = async (
  trx: Queries,
  { purpose, userId, payload, now }: { purpose: TokenPurpose; userId: string; payload?: string; now: Date },
): Promise<MailedLink> => {
  const link = {
    id: randomBytes(16).toString('base64url'),
    code: randomBytes(32).toString('base64url'),
    validForMs: validForMs[purpose],
  }
  await insertToken(trx, {
    ...keyOf(purpose, link),
    userId,
    payload: payload ?? null,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + link.validForMs).toISOString(),
  })
  return link
}

/** Uses the token up. Refuses with 410 one that was used or is too old, with 422 one that never was. */
export const takeToken = async (
  trx: Queries,
  purpose: TokenPurpose,
  mailed: MailedCode,
  now: Date,
): Promise<TokenRow> => {
  const key = keyOf(purpose, mailed)
  const taken = await useToken(trx, key, now.toISOString())
  if (taken) return taken
  throw (await findToken(trx, key)) ? tooLate(purpose) : neverWas()
}

/** Looks at a token without using it. Refuses like `takeToken`. */
export const peekAtToken = async (
  db: Queries,
  purpose: TokenPurpose,
  mailed: MailedCode,
  now: Date,
): Promise<TokenRow> => {
  const token = await findToken(db, keyOf(purpose, mailed))
  if (!token) throw neverWas()
  if (token.usedAt !== null || token.expiresAt <= now.toISOString()) throw tooLate(purpose)
  return token
}

/** Uses a verification up, or finds it used within its 24 hours: mail scanners open links before people do. */
export const takeVerifyToken = async (trx: Queries, mailed: MailedCode, now: Date): Promise<TokenRow> => {
  const key = keyOf('verify', mailed)
  const moment = now.toISOString()
  const token = (await useToken(trx, key, moment)) ?? (await findToken(trx, key))
  if (!token) throw neverWas()
  if (token.expiresAt <= moment) throw tooLate('verify')
  return token
}

const neverWas = () =>
  new Refusal(422, {
    message: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.',
  })

const tooLateWords: Record<TokenPurpose, string> = {
  verify: 'Ссылка устарела. Запросите новое письмо для подтверждения адреса.',
  reset: 'Ссылка устарела или уже использована. Запросите новую на странице «Забыли пароль?».',
  'change-email': 'Ссылка устарела или уже использована. Если адрес ещё не сменился, запросите смену снова.',
  'undo-email':
    'Ссылка устарела или уже использована. Если кабинетом пользуется кто-то чужой, задайте новый пароль.',
}

const tooLate = (purpose: TokenPurpose) => new Refusal(410, { message: tooLateWords[purpose] })
