import { type Kysely, sql } from 'kysely'
import { makeAppendOnly } from '../append-only'
import type { DialectName } from '../columns'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

/** What the copy of a customer's data and its erasure need: who a letter is for, whose a payment is, the log. */
export const myData: Migration = {
  name: '0019-my-data',
  async up(db, column, dialect) {
    for (const name of ['deletion_id', 'deletion_asked_at', 'erase_at'])
      await db.schema.alterTable('users').addColumn(name, column.text).execute()
    await db.schema
      .createIndex('users_to_erase')
      .on('users')
      .column('erase_at')
      .where(sql.ref('erase_at'), 'is not', null)
      .execute()

    await db.schema
      .alterTable('outbox')
      .addColumn('user_id', column.text, (c) => c.references('users.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('outbox_user').on('outbox').column('user_id').execute()
    await sql`update outbox set user_id = (select id from users where users.email = outbox.recipient)`.execute(
      db,
    )

    await db.schema.alterTable('payment_intents').addColumn('guest_email', column.text).execute()
    await nameGuests(db)
    await db.schema
      .createIndex('payment_intents_guest')
      .on('payment_intents')
      .columns(['guest_email', 'payment_id'])
      .where(sql.ref('guest_email'), 'is not', null)
      .execute()
    await db.schema
      .createIndex('payments_user')
      .on('payments')
      .columns(['user_id', 'created_at', 'id'])
      .where(sql.ref('user_id'), 'is not', null)
      .execute()
    await db.schema
      .createIndex('gateway_webhooks_payment')
      .on('gateway_webhooks')
      .column('payment_id')
      .execute()
    await db.schema
      .createIndex('reconciliation_differences_payment')
      .on('reconciliation_differences')
      .column('payment_id')
      .execute()

    await letBodiesBeForgotten(db, dialect)

    await db.schema
      .createTable('destruction_log')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('asked_at', column.text, (c) => c.notNull())
      .addColumn('destroyed_at', column.text, (c) => c.notNull())
      .addColumn('reason', column.text, (c) => c.notNull())
      .addColumn('counts', column.text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('destruction_log_day').on('destruction_log').column('destroyed_at').execute()
    await makeAppendOnly(db, 'destruction_log', dialect)
  },
}

const atOnce = 500

/** JSON is read here, as SQLite and PostgreSQL read it by other functions. */
const nameGuests = async (db: Kysely<Tables>) => {
  let after = ''
  for (;;) {
    const { rows } = await sql<{ id: string; request: string }>`
      select payment_intents.payment_id as id, request from payment_intents
      join payments on payments.id = payment_intents.payment_id
      where payments.source = 'guest' and payment_intents.payment_id > ${after}
      order by payment_intents.payment_id limit ${sql.lit(atOnce)}`.execute(db)
    for (const { id, request } of rows) {
      const { email }: { email?: string } = JSON.parse(request)
      if (!email) continue
      await sql`update payment_intents set guest_email = ${email.toLowerCase()} where payment_id = ${id}`.execute(
        db,
      )
    }
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last.id
  }
}

/** Everything about a refund request stays as it is; only its body, which has the payer's e-mail, may be emptied. */
const letBodiesBeForgotten = async (db: Kysely<Tables>, dialect: DialectName) => {
  const onlyForgets = sql`new.body = '' and new.id = old.id and new.payment_id = old.payment_id
    and new.gateway = old.gateway and new.amount = old.amount
    and new.idempotency_key = old.idempotency_key and new.created_at = old.created_at`
  if (dialect === 'sqlite') {
    await sql`drop trigger refund_requests_no_update`.execute(db)
    await sql`create trigger refund_requests_no_update before update on refund_requests
      when not (${onlyForgets})
      begin select raise(abort, 'refund requests are append-only'); end`.execute(db)
    return
  }
  await sql`drop trigger refund_requests_append_only on refund_requests`.execute(db)
  await sql`create trigger refund_requests_no_update before update on refund_requests
    for each row when (not (${onlyForgets})) execute function refund_requests_refuse()`.execute(db)
  await sql`create trigger refund_requests_no_delete before delete on refund_requests
    for each row execute function refund_requests_refuse()`.execute(db)
}
