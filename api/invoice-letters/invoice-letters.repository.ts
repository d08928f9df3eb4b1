import { randomUUID } from 'node:crypto'
import { accountsSeenBy, type Viewer } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { leftToPay } from 'api/ledger/settlement.repository'
import type { UnpaidInvoice } from './choose-invoices'

export const wantsLetters = async (db: Queries, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('invoice_letters')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Returns false if the customer wants letters already. */
export const storeWish = async (
  trx: Queries,
  { userId, now, firstLookOn }: { userId: string; now: string; firstLookOn: string },
): Promise<boolean> =>
  (await trx
    .insertInto('invoice_letters')
    .values({ user_id: userId, asked_at: now, next_look_on: firstLookOn })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()) !== undefined

/** Also deletes the customer's notices, which nothing reads any more. */
export const deleteWish = async (trx: Queries, userId: string) => {
  await trx.deleteFrom('invoice_letters').where('user_id', '=', userId).execute()
  await trx.deleteFrom('invoice_notices').where('user_id', '=', userId).execute()
}

/**
 * Claims the customers who have waited longest for a check of their invoices, and sets the day of the next check. Skips
 * customers that another process has claimed.
 */
export const claimCustomers = (
  trx: Queries,
  { today, nextLookOn, most }: { today: string; nextLookOn: string; most: number },
): Promise<{ userId: string; askedAt: string }[]> =>
  trx
    .updateTable('invoice_letters')
    .set({ next_look_on: nextLookOn })
    .where('user_id', 'in', (due) =>
      due
        .selectFrom('invoice_letters')
        .select('user_id')
        .where('next_look_on', '<=', today)
        .orderBy('next_look_on')
        .orderBy('user_id')
        .limit(most)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['user_id as userId', 'asked_at as askedAt'])
    .execute()

/** The customer's e-mail; undefined for a customer who is being deleted, who gets no letters. */
export const findAddressee = async (db: Queries, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('deletion_asked_at', 'is', null)
      .executeTakeFirst()
  )?.email

/** Unpaid invoices that the customer may pay, due on a day or later, account by account. */
export const findUnpaidOf = async (
  db: Queries,
  { dueFrom, ...viewer }: Viewer & { dueFrom: string },
): Promise<UnpaidInvoice[]> => {
  const rows = await db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
    .innerJoin('invoices', 'invoices.account', 'seen.account')
    .leftJoin('invoice_notices', (join) =>
      join
        .on('invoice_notices.user_id', '=', viewer.userId)
        .onRef('invoice_notices.invoice_id', '=', 'invoices.id'),
    )
    .select([
      'invoices.id',
      'invoices.account',
      'seen.title as ownTitle',
      'invoices.period',
      'invoices.issued_at as issuedAt',
      'invoices.due_at as dueAt',
      'invoice_notices.reminded',
      leftToPay.as('left'),
    ])
    .where('seen.pay', '=', 1)
    .where('invoices.due_at', '>=', dueFrom)
    .where(leftToPay, '>', 0)
    .orderBy('seen.added_at')
    .orderBy('seen.account')
    .execute()
  return rows.map(({ reminded, ...invoice }) => ({ ...invoice, notified: notifiedOf(reminded) }))
}

const notifiedOf = (reminded: number | null): UnpaidInvoice['notified'] => {
  if (reminded === null) return null
  return reminded === 1 ? 'and reminded' : 'new'
}

/** The ids of the invoices that the customer may pay and that were issued on a day or later. */
export const findIssuedSince = async (
  db: Queries,
  { day, ...viewer }: Viewer & { day: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom(accountsSeenBy(db, viewer).as('seen'))
    .innerJoin('invoices', 'invoices.account', 'seen.account')
    .select('invoices.id')
    .where('seen.pay', '=', 1)
    .where('invoices.issued_at', '>=', day)
    .execute()
  return rows.map(({ id }) => id)
}

/** `isLast`: no more letters about this invoice follow. */
export const saveNotice = async (
  trx: Queries,
  { userId, invoiceId, isLast, now }: { userId: string; invoiceId: string; isLast: boolean; now: string },
) => {
  const notice = { notified_at: now, reminded: isLast ? (1 as const) : (0 as const) }
  await trx
    .insertInto('invoice_notices')
    .values({ id: randomUUID(), user_id: userId, invoice_id: invoiceId, ...notice })
    .onConflict((conflict) => conflict.columns(['user_id', 'invoice_id']).doUpdateSet(notice))
    .execute()
}
