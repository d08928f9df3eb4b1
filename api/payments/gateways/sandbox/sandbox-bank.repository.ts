import { createHash, randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { DAY } from 'format/durations'
import type { Insertable, Selectable, Updateable } from 'kysely'

export type BankPayment = Selectable<Tables['sandbox_payments']>
export type BankCard = Selectable<Tables['sandbox_cards']>

export const findBankPayment = (db: Queries, id: string): Promise<BankPayment | undefined> =>
  db.selectFrom('sandbox_payments').selectAll().where('id', '=', id).executeTakeFirst()

export const findBankPayments = (db: Queries, page: NewestPage): Promise<BankPayment[]> =>
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

/** Changes a payment that waits for its payer; undefined if the payment is over. */
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

/** Reopens an expired payment whose money arrives after all; undefined if it was reopened before. */
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
export const deleteDueWebhook = async (db: Queries, now: string): Promise<string | undefined> => {
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

interface NewestPage {
  /** Moments: created from one (included) to another (excluded). */
  from: string
  to: string
  /** The id to begin with; null: the newest. */
  upTo: string | null
  limit: number
}

/** The ids of a page of the bank's payments or refunds, as a subquery. */
const newestIds = (
  db: Queries,
  table: 'sandbox_payments' | 'sandbox_refunds',
  { from, to, upTo, limit }: NewestPage,
) => {
  const within = db
    .selectFrom(db.dynamic.table<typeof table>(table).as('listed'))
    .select('listed.id')
    .where('listed.created_at', '>=', from)
    .where('listed.created_at', '<', to)
    .orderBy('listed.created_at', 'desc')
    .orderBy('listed.id', 'desc')
    .limit(limit)
  if (upTo === null) return within
  return within.where((eb) =>
    eb(
      eb.refTuple('listed.created_at', 'listed.id'),
      '<=',
      eb
        .selectFrom(db.dynamic.table<typeof table>(table).as('first'))
        .select(['first.created_at', 'first.id'])
        .where('first.id', '=', upTo)
        .$asTuple('created_at', 'id'),
    ),
  )
}

export type BankRefund = Selectable<Tables['sandbox_refunds']>

export const findBankRefund = (db: Queries, id: string): Promise<BankRefund | undefined> =>
  db.selectFrom('sandbox_refunds').selectAll().where('id', '=', id).executeTakeFirst()

export const refundsOfBankPayment = (db: Queries, paymentId: string): Promise<BankRefund[]> =>
  db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findBankRefunds = (db: Queries, page: NewestPage): Promise<BankRefund[]> =>
  db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('id', 'in', newestIds(db, 'sandbox_refunds', page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertBankRefund = async (trx: Queries, refund: BankRefund) => {
  await trx.insertInto('sandbox_refunds').values(refund).execute()
}

/** Locks and returns the payment: the second of two concurrent refunds sees the first. */
export const lockBankPayment = (trx: Queries, id: string): Promise<BankPayment | undefined> =>
  trx
    .updateTable('sandbox_payments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** How long a key belongs to its first request. */
export const remembersKeysMs = DAY

/** Returns the id of the key's payment or refund; `null` if the key first came with another body. */
export const claimKey = async (
  trx: Queries,
  { key, body, now }: { key: string; body: string; now: Date },
): Promise<{ id: string; isNew: boolean } | null> => {
  const values = {
    payment_id: randomUUID(),
    body_hash: createHash('sha256').update(body).digest('base64url'),
    created_at: now.toISOString(),
  }
  const claimed = await trx
    .insertInto('sandbox_keys')
    .values({ key, ...values })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(values)
        .where('sandbox_keys.created_at', '<=', new Date(now.getTime() - remembersKeysMs).toISOString()),
    )
    .returning('payment_id')
    .executeTakeFirst()
  if (claimed) return { id: values.payment_id, isNew: true }
  const earlier = await trx
    .selectFrom('sandbox_keys')
    .select(['payment_id', 'body_hash'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return earlier.body_hash === values.body_hash ? { id: earlier.payment_id, isNew: false } : null
}
