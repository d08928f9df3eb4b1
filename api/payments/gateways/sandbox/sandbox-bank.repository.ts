import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { type NewestFirst, newestIds } from './newest-ids.repository'

export type BankPayment = Selectable<Tables['sandbox_payments']>
export type BankCard = Selectable<Tables['sandbox_cards']>

export const findBankPayment = (db: Queries, id: string): Promise<BankPayment | undefined> =>
  db.selectFrom('sandbox_payments').selectAll().where('id', '=', id).executeTakeFirst()

export const findBankPayments = (db: Queries, page: NewestFirst): Promise<BankPayment[]> =>
  db
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('id', 'in', newestIds(db, 'sandbox_payments', page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertBankPayment = async (trx: Queries, payment: Insertable<Tables['sandbox_payments']>) => {
  await trx.insertInto('sandbox_payments').values(payment).execute()
}

/**
 * Stores the idempotency key of a new payment or refund, unless it was stored after `since`. Returns the id that the key
 * stands for, and the hash of the body it was stored with.
 */
export const rememberKey = async (
  trx: Queries,
  { key, id, bodyHash, now, since }: KeyedRequest,
): Promise<{ id: string; bodyHash: string }> => {
  const remembered = await trx
    .insertInto('sandbox_keys')
    .values({ key, payment_id: id, body_hash: bodyHash, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ payment_id: id, body_hash: bodyHash, created_at: now })
        .where('sandbox_keys.created_at', '<=', since),
    )
    .returning('payment_id')
    .executeTakeFirst()
  if (remembered) return { id, bodyHash }
  return trx
    .selectFrom('sandbox_keys')
    .select(['payment_id as id', 'body_hash as bodyHash'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export interface KeyedRequest {
  key: string
  /** Of the payment, or of the refund, if the key is new. */
  id: string
  bodyHash: string
  now: string
  since: string
}

/** Changes a payment that still waits for its payer; undefined when it is over. */
export const changePending = (
  trx: Queries,
  id: string,
  changes: Updateable<Tables['sandbox_payments']>,
): Promise<BankPayment | undefined> =>
  trx
    .updateTable('sandbox_payments')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

/** The money of a payment that has expired arrives after all; undefined when it has done so already. */
export const reopenForArrival = (trx: Queries, id: string): Promise<BankPayment | undefined> =>
  trx
    .updateTable('sandbox_payments')
    .set({ status: 'pending', settled_at: null, decline_reason: null })
    .where('id', '=', id)
    .where('status', '=', 'canceled')
    .where('arrives_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()

export const forgetReceiptEmails = async (db: Queries, merchantPayments: readonly string[]) => {
  await db
    .updateTable('sandbox_payments')
    .set({ receipt_email: '' })
    .where('merchant_payment', 'in', merchantPayments)
    .execute()
}

export const findBankCard = (db: Queries, id: string): Promise<BankCard | undefined> =>
  db.selectFrom('sandbox_cards').selectAll().where('id', '=', id).executeTakeFirst()

export const insertBankCard = async (trx: Queries, card: BankCard) => {
  await trx.insertInto('sandbox_cards').values(card).execute()
}

/** Records a charge. */
export const logCharge = async (
  trx: Queries,
  { id, merchant_payment, amount }: BankPayment,
  chargedAt: string,
) => {
  await trx
    .insertInto('sandbox_charges')
    .values({ id: randomUUID(), payment_id: id, merchant_payment, amount, charged_at: chargedAt })
    .execute()
}

/** All charges of one of the company's payments. */
export const chargesOf = (db: Queries, merchantPayment: string) =>
  db
    .selectFrom('sandbox_charges')
    .select(['payment_id as paymentId', 'amount', 'charged_at as chargedAt'])
    .where('merchant_payment', '=', merchantPayment)
    .execute()

export const insertBankWebhook = async (trx: Queries, { body, dueAt }: { body: string; dueAt: string }) => {
  await trx.insertInto('sandbox_webhooks').values({ id: randomUUID(), body, due_at: dueAt }).execute()
}

/** Deletes and returns the webhook that has been due longest; of two processes one gets it. */
export const takeDueWebhook = async (db: Queries, now: string): Promise<string | undefined> => {
  const webhook = await db
    .deleteFrom('sandbox_webhooks')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('sandbox_webhooks')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('body')
    .executeTakeFirst()
  return webhook?.body
}
