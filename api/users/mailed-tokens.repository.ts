import type { Queries } from 'api/db/database'
import type { TokenPurpose } from 'api/db/migrations/0001-initial/customers'

export interface TokenRow {
  id: string
  userId: string
  payload: string | null
  createdAt: string
  expiresAt: string
  usedAt: string | null
}

const columns = [
  'id',
  'user_id as userId',
  'payload',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'used_at as usedAt',
] as const

export interface TokenKey {
  id: string
  purpose: TokenPurpose
  codeHash: string
}

export const insertToken = async (
  db: Queries,
  token: TokenKey & { userId: string; payload: string | null; createdAt: string; expiresAt: string },
) => {
  await db
    .insertInto('mailed_tokens')
    .values({
      id: token.id,
      user_id: token.userId,
      purpose: token.purpose,
      code_hash: token.codeHash,
      payload: token.payload,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

export const findToken = (db: Queries, key: TokenKey): Promise<TokenRow | undefined> =>
  db
    .selectFrom('mailed_tokens')
    .select(columns)
    .where('id', '=', key.id)
    .where('purpose', '=', key.purpose)
    .where('code_hash', '=', key.codeHash)
    .executeTakeFirst()

/** Uses a token up if it is still valid; of several concurrent calls only one succeeds. */
export const useToken = (db: Queries, key: TokenKey, now: string): Promise<TokenRow | undefined> =>
  db
    .updateTable('mailed_tokens')
    .set({ used_at: now })
    .where('id', '=', key.id)
    .where('purpose', '=', key.purpose)
    .where('code_hash', '=', key.codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()

/** Voids the customer's unused tokens of a purpose, all or those issued since a moment. */
export const voidTokens = async (
  db: Queries,
  {
    userId,
    purpose,
    since = '',
    now,
  }: { userId: string; purpose: TokenPurpose; since?: string; now: string },
) => {
  await db
    .updateTable('mailed_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>=', since)
    .execute()
}

export const voidTokensOfAll = async (db: Queries, purpose: TokenPurpose, now: string) => {
  await db
    .updateTable('mailed_tokens')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Deletes the payloads of the customer's tokens of a purpose; those of registrations contain a password hash. */
export const forgetPayloads = async (db: Queries, userId: string, purpose: TokenPurpose) => {
  await db
    .updateTable('mailed_tokens')
    .set({ payload: null })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}
