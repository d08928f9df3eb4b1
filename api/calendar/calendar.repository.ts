import { accountsSeenBy, type Viewer } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { leftToPay } from 'api/ledger/settlement.repository'

/** When the customer's secret address was created; undefined without one. */
export const findLinkMoment = async (db: Queries, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('calendar_links')
      .select('created_at')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.created_at

/** Stores an address; it replaces an earlier one. */
export const storeLink = async (
  db: Queries,
  { userId, tokenHash, now }: { userId: string; tokenHash: string; now: string },
) => {
  const link = { token_hash: tokenHash, created_at: now }
  await db
    .insertInto('calendar_links')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
}

/** The customer of a calendar; undefined for an unknown address and for a customer who is being deleted. */
export const findCustomerOfCalendar = async (db: Queries, tokenHash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('calendar_links')
      .innerJoin('users', 'users.id', 'calendar_links.user_id')
      .select('users.id')
      .where('calendar_links.token_hash', '=', tokenHash)
      .where('users.deletion_asked_at', 'is', null)
      .executeTakeFirst()
  )?.id

/** Whether the customer may send readings of a meter that is not closed on a day. */
export const hasMeters = async (
  db: Queries,
  { day, ...viewer }: Viewer & { day: string },
): Promise<boolean> =>
  (await db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
    .innerJoin('meters', 'meters.account', 'seen.account')
    .select('meters.id')
    .where('seen.readings', '=', 1)
    .where((eb) => eb.or([eb('meters.closed_on', 'is', null), eb('meters.closed_on', '>', day)]))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Invoices of the customer's accounts that are due on a day or later and not paid. */
export const findUnpaidInvoices = (db: Queries, { since, ...viewer }: Viewer & { since: string }) =>
  db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
    .innerJoin('invoices', 'invoices.account', 'seen.account')
    .innerJoin('register_accounts', 'register_accounts.account', 'seen.account')
    .select([
      'invoices.id',
      'invoices.account',
      'seen.title as ownTitle',
      'invoices.period',
      'invoices.due_at as dueAt',
      'register_accounts.address',
    ])
    .where('invoices.due_at', '>=', since)
    .where(leftToPay, '>', 0)
    .orderBy('invoices.due_at')
    .orderBy('invoices.account')
    .execute()
