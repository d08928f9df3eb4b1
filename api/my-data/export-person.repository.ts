import type { Queries } from 'api/db/database'
import { pagesOf, rowsAtOnce } from 'api/db/pages'
import { z } from 'zod'

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

/** Oldest first. */
export const changesOf = (db: Queries, userId: string) =>
  pagesOf({
    start: { at: '', id: '' },
    find: (after) =>
      db
        .selectFrom('customer_changes')
        .select(['id', 'at', 'kind', 'account', 'before', 'after'])
        .where('user_id', '=', userId)
        .where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(after.at, after.id)))
        .orderBy('at')
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute(),
    placeOf: (change) => change,
  })

const object = z.record(z.string(), z.unknown())

/** Parses a JSON object and removes the fields of this name at any depth. */
export const jsonWithout = (hidden: string, json: string): Record<string, unknown> =>
  object.parse(JSON.parse(json, (name, value: unknown) => (name === hidden ? undefined : value)))

/** Removes the password hash from the data of a link or a request: an address, or a registration as JSON. */
const withoutHash = (data: string | null) =>
  data?.startsWith('{') ? jsonWithout('passwordHash', data) : data

export const mailedLinksOf = async (db: Queries, userId: string) => {
  const links = await db
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
  return links.map(({ payload, ...link }) => ({
    ...link,
    // The payload of a 'not me' link is the key of a device.
    data: link.purpose === 'not-me' ? null : withoutHash(payload),
  }))
}

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

export const letterRequestsOf = async (db: Queries, { userId, addresses }: Addressee) => {
  const requests = await db
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
  return requests.map(({ registered, ...request }) => ({ ...request, registration: withoutHash(registered) }))
}

/** Letters to the customer, also about payments without signing in. Without their texts. */
export const lettersOf = (db: Queries, { userId, addresses }: Addressee) =>
  pagesOf({
    start: '',
    find: (after) =>
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
        .limit(rowsAtOnce)
        .execute(),
    placeOf: ({ id }) => id,
  })
