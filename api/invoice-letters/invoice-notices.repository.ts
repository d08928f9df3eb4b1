import { randomUUID } from 'node:crypto'
import { accountsSeenBy, type Seeing } from 'api/accounts'
import type { Queries } from 'api/db/database'
import { leftToPay } from 'api/db/left-to-pay'
import type { UnpaidInvoice } from './choose-invoices'

/** Invoices that the customer may pay and that are not paid and due on a day or later, account by account. */
export const findUnpaidOf = async (
  db: Queries,
  { dueFrom, ...seeing }: Seeing & { dueFrom: string },
): Promise<UnpaidInvoice[]> => {
  const rows = await db
    .selectFrom(accountsSeenBy(db, seeing).as('seen'))
    .innerJoin('invoices', 'invoices.account', 'seen.account')
    .leftJoin('invoice_notices', (join) =>
      join
        .on('invoice_notices.user_id', '=', seeing.userId)
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
  { day, ...seeing }: Seeing & { day: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom(accountsSeenBy(db, seeing).as('seen'))
    .innerJoin('invoices', 'invoices.account', 'seen.account')
    .select('invoices.id')
    .where('seen.pay', '=', 1)
    .where('invoices.issued_at', '>=', day)
    .execute()
  return rows.map(({ id }) => id)
}

/** `isLast`: nothing more is to come about this invoice. */
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
