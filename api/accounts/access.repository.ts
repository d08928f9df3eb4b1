import type { Queries } from 'api/db/database'
import { preparedQuery } from 'api/db/prepared-query'
import { sql } from 'kysely'
import { AccessRefused } from './accounts.errors'

/** A customer and an account. */
export interface OwnAccount {
  userId: string
  account: string
}

/** `own`: the right of owners only. */
type Right = 'view' | 'readings' | 'pay' | 'own'

/** The rights of a customer for an account. An owner, who has proved that it is theirs, has all of them. */
interface Access {
  isOwner: boolean
  readings: boolean
  pay: boolean
}

// A type, because an interface does not fit prepared queries.
/** A customer, with the moment of the request, ISO 8601 in UTC. */
export type Viewer = { userId: string; at: string }

/**
 * The accounts that the customer sees, with the customer's rights: added accounts, and accounts of grants that have not
 * ended. Every query for the accounts of a customer reads from here.
 */
export const accountsSeenBy = (db: Queries, { userId, at }: Viewer) =>
  db
    .selectFrom('customer_accounts')
    .where('user_id', '=', userId)
    .select((eb) => [
      'account',
      'title',
      'title_search_text',
      'is_default',
      'added_at',
      sql<string | null>`cast(null as text)`.as('grant_id'),
      eb.lit(1).as('readings'),
      eb.lit(1).as('pay'),
    ])
    .unionAll(
      db
        .selectFrom('account_grants')
        .where('user_id', '=', userId)
        .where('status', '=', 'active')
        .where((eb) => eb.or([eb('lapses_at', 'is', null), eb('lapses_at', '>', at)]))
        .select((eb) => [
          'account',
          'title',
          'title_search_text',
          'is_default',
          eb.fn.coalesce('accepted_at', 'created_at').as('added_at'),
          sql<string | null>`id`.as('grant_id'),
          eb.ref('readings').$castTo<1>().as('readings'),
          eb.ref('pay').$castTo<1>().as('pay'),
        ]),
    )

const accessTo = preparedQuery((db, { userId, at, account }: Viewer & { account: string }) =>
  db
    .selectFrom(accountsSeenBy(db, { userId, at }).as('seen'))
    .select(['grant_id as grant', 'readings', 'pay'])
    .where('account', '=', account),
)

/** The customer's rights for the account; null if they do not see it. */
export const findAccess = async (
  db: Queries,
  { userId, account, now }: OwnAccount & { now: Date },
): Promise<Access | null> => {
  const rows = await accessTo(db, { userId, account, at: now.toISOString() })
  const row = rows.find(({ grant }) => grant === null) ?? rows[0]
  return row ? { isOwner: row.grant === null, readings: row.readings === 1, pay: row.pay === 1 } : null
}

/** The customers who have, or had in the last 90 days, access by a grant of an owner. */
export const findGrantHolders = async (db: Queries, account: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('account_grants')
    .select('user_id')
    .where('account', '=', account)
    .where('user_id', 'is not', null)
    .execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}

const includes = ({ isOwner, ...access }: Access, right: Right): boolean =>
  right === 'view' || (right === 'own' ? isOwner : access[right])

export const hasRight = async (
  db: Queries,
  own: OwnAccount & { now: Date },
  right: Right,
): Promise<boolean> => {
  const access = await findAccess(db, own)
  return access !== null && includes(access, right)
}

/** Throws AccessRefused: `not_found` if the customer does not see the account, `no_right` if the right is missing. */
export const requireRight = async (
  db: Queries,
  own: OwnAccount & { now: Date },
  right: Right,
): Promise<Access> => {
  const access = await findAccess(db, own)
  if (!access) throw new AccessRefused('not_found')
  if (!includes(access, right)) throw new AccessRefused('no_right')
  return access
}
