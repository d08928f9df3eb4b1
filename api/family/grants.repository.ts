import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { GrantStatus } from 'contract/family'
import type { Insertable, Updateable } from 'kysely'

/** The statuses that are not final. */
const openStatuses = ['invited', 'waiting', 'active'] as const satisfies readonly GrantStatus[]
export const isOpen = (status: GrantStatus): boolean => openStatuses.some((open) => open === status)

const grantRows = (db: Queries) =>
  db
    .selectFrom('account_grants')
    .leftJoin('users as holder', 'holder.id', 'account_grants.user_id')
    .leftJoin('users as inviter', 'inviter.id', 'account_grants.invited_by')
    .select([
      'account_grants.id',
      'account_grants.account',
      'account_grants.user_id as userId',
      'account_grants.readings',
      'account_grants.pay',
      'account_grants.email',
      'account_grants.email_normalized as emailKey',
      'account_grants.label',
      'account_grants.title as holderTitle',
      'account_grants.until',
      'account_grants.status',
      'account_grants.code_hash as codeHash',
      'account_grants.created_at as createdAt',
      'account_grants.lapses_at as lapsesAt',
      'account_grants.ended_at as endedAt',
      'holder.name as holderName',
      'holder.email as holderEmail',
      'holder.email_normalized as holderEmailKey',
      'holder.erase_at as holderEraseAt',
      'inviter.name as inviterName',
    ])

/** A grant with the names of its two customers. */
export type GrantRow = Awaited<ReturnType<ReturnType<typeof grantRows>['execute']>>[number]

export const findGrant = (db: Queries, id: string): Promise<GrantRow | undefined> =>
  grantRows(db).where('account_grants.id', '=', id).executeTakeFirst()

/** Grants of the account that are open or ended since a moment, newest first. */
export const findGrantsOf = (
  db: Queries,
  { account, endedSince }: { account: string; endedSince: string },
): Promise<GrantRow[]> =>
  grantRows(db)
    .where('account_grants.account', '=', account)
    .where((eb) =>
      eb.or([
        eb('account_grants.status', 'in', openStatuses),
        eb('account_grants.ended_at', '>', endedSince),
      ]),
    )
    .orderBy('account_grants.created_at', 'desc')
    .orderBy('account_grants.id', 'desc')
    .execute()

export const findOpenGrants = (db: Queries, account: string): Promise<GrantRow[]> =>
  grantRows(db)
    .where('account_grants.account', '=', account)
    .where('account_grants.status', 'in', openStatuses)
    .orderBy('account_grants.id')
    .execute()

/** Open grants whose time is over, the earliest first. */
export const findLapsed = (db: Queries, now: string, limit: number) =>
  db
    .selectFrom('account_grants')
    .select(['id', 'account'])
    .where('lapses_at', '<=', now)
    .orderBy('lapses_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const insertGrant = async (trx: Queries, grant: Insertable<Tables['account_grants']>) => {
  await trx.insertInto('account_grants').values(grant).execute()
}

export const updateGrant = async (
  trx: Queries,
  id: string,
  changes: Updateable<Tables['account_grants']>,
) => {
  await trx.updateTable('account_grants').set(changes).where('id', '=', id).execute()
}

/** Locks the list of people who may see the account. Returns the address, or null for an unknown account. */
export const lockAccount = async (trx: Queries, account: string): Promise<string | null> =>
  (
    await trx
      .updateTable('register_accounts')
      .set((eb) => ({ address: eb.ref('address') }))
      .where('account', '=', account)
      .returning('address')
      .executeTakeFirst()
  )?.address ?? null

export const findAddress = async (db: Queries, account: string): Promise<string | null> =>
  (
    await db
      .selectFrom('register_accounts')
      .select('address')
      .where('account', '=', account)
      .executeTakeFirst()
  )?.address ?? null

/** The owners of the account, ordered by when they added it. */
export const findOwners = (db: Queries, account: string) =>
  db
    .selectFrom('customer_accounts')
    .innerJoin('users', 'users.id', 'customer_accounts.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.erase_at as eraseAt',
      'customer_accounts.added_at as addedAt',
      'customer_accounts.title as ownTitle',
    ])
    .where('customer_accounts.account', '=', account)
    .orderBy('customer_accounts.added_at')
    .orderBy('users.id')
    .execute()

/** The accounts that the customer owns. */
export const findOwnedAccounts = async (db: Queries, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('customer_accounts')
      .select('account')
      .where('user_id', '=', userId)
      .orderBy('account')
      .execute()
  ).map(({ account }) => account)
