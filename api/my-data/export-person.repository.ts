import type { Queries } from 'api/db/database'

// Columns are named one by one: a new one is not in the copy until somebody has decided that it may be.

export const findProfile = (db: Queries, userId: string) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'email_verified_at as emailVerifiedAt',
      'email_undeliverable_since as emailUndeliverableSince',
      'created_at as createdAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Oldest first, after the given one. */
export const findChangesOf = (
  db: Queries,
  userId: string,
  last: { at: string; id: string } | undefined,
  most: number,
) =>
  db
    .selectFrom('customer_changes')
    .select(['id', 'at', 'kind', 'account', 'before', 'after'])
    .where('user_id', '=', userId)
    .$if(last !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(last?.at ?? '', last?.id ?? ''))),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(most)
    .execute()

/** The newest session is the one of this copy, or later. */
export const findSessionsOf = (db: Queries, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()

/** With the hashes, by which limits are counted. */
export const findDevicesOf = (db: Queries, userId: string) =>
  db
    .selectFrom('known_devices')
    .select(['device_hash as hash', 'last_seen_at as lastSeenAt', 'code_unneeded_until as codeUnneededUntil'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .execute()

export const findSecondStepOf = async (db: Queries, userId: string) => {
  const step = await db
    .selectFrom('second_steps')
    .select([
      'setup_expires_at as setupExpiresAt',
      'turned_on_at as turnedOnAt',
      'last_used_step as lastUsedStep',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const recoveryCodes = await db
    .selectFrom('recovery_codes')
    .select(['created_at as createdAt', 'used_at as usedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('code_hash')
    .execute()
  const awaitedCodes = await db
    .selectFrom('second_step_logins')
    .select(['tries', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('token_hash')
    .execute()
  return { ...step, recoveryCodes, awaitedCodes }
}

/** What a link's or a request's `payload` holds is told by `withoutHash`. */
export const findMailedLinksOf = (db: Queries, userId: string) =>
  db
    .selectFrom('mailed_tokens')
    .select([
      'id',
      'purpose',
      'payload',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const findRemindersOf = async (db: Queries, userId: string) => {
  const asked = await db
    .selectFrom('reading_reminders')
    .select(['user_id as customer', 'asked_at as askedAt', 'reminded_of as remindedOf'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const links = await db
    .selectFrom('reminder_links')
    .select(['id', 'letters', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return { asked: asked ?? null, links }
}

export const findInvoiceLettersOf = async (db: Queries, userId: string) => {
  const asked = await db
    .selectFrom('invoice_letters')
    .select(['user_id as customer', 'asked_at as askedAt', 'next_look_on as nextLookOn'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const told = await db
    .selectFrom('told_invoices')
    .select(['id', 'invoice_id as invoice', 'told_at as toldAt', 'reminded'])
    .where('user_id', '=', userId)
    .orderBy('told_at', 'desc')
    .orderBy('id')
    .execute()
  return { asked: asked ?? null, told }
}

export const findCalendarLinksOf = (db: Queries, userId: string) =>
  db
    .selectFrom('calendar_links')
    .select(['user_id as customer', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .execute()

const grants = (db: Queries) =>
  db
    .selectFrom('account_grants')
    .select([
      'id',
      'account',
      'readings',
      'pay',
      'email',
      'until',
      'status',
      'created_at as createdAt',
      'lapses_at as lapsesAt',
      'accepted_at as acceptedAt',
      'ended_at as endedAt',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')

/** What the customer lets others do with accounts, and what others let the customer do. */
export const findGrantsOf = async (db: Queries, userId: string) => ({
  given: await grants(db).select('label').where('invited_by', '=', userId).execute(),
  received: await grants(db)
    .select(['title', 'is_default as isDefault'])
    .where('user_id', '=', userId)
    .execute(),
})

export interface Addressee {
  userId: string
  /** In lower case. */
  addresses: readonly string[]
}

export const findLetterRequestsOf = (db: Queries, { userId, addresses }: Addressee) =>
  db
    .selectFrom('mail_requests')
    .select([
      'id',
      'kind',
      'email',
      'registered',
      'created_at as createdAt',
      'attempts',
      'next_attempt_at as nextAttemptAt',
      'request_id as requestId',
    ])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb(eb.fn('lower', ['email']), 'in', addresses)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Letters to the customer, those about payments without signing in included. Their words are not among it. */
export const findLettersOf = (db: Queries, { userId, addresses }: Addressee, after: string, most: number) =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'recipient',
      'kind',
      'subject',
      'created_at as createdAt',
      'attempts',
      'next_attempt_at as nextAttemptAt',
      'last_error as lastError',
      'sent_at as sentAt',
      'dead_at as givenUpAt',
      'request_id as requestId',
    ])
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb.and([eb('user_id', 'is', null), eb(eb.fn('lower', ['recipient']), 'in', addresses)]),
      ]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
