import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../columns'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

/** The test bank's own books. Nothing of the company's refers to them, as nothing could to a real bank's. */
export const sandboxBank: Migration = {
  name: '0004-sandbox-bank',
  async up(db, column, dialect) {
    await db.schema
      .createTable('sandbox_payments')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('merchant_payment', column.text, (c) => c.notNull())
      .addColumn('account', column.text, (c) => c.notNull())
      .addColumn('amount', column.bigint, (c) => c.notNull())
      .addColumn('description', column.text, (c) => c.notNull())
      .addColumn('receipt_email', column.text, (c) => c.notNull())
      .addColumn('success_url', column.text)
      .addColumn('failed_url', column.text)
      .addColumn('saves_card', column.integer, (c) => c.notNull())
      .addColumn('status', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('settled_at', column.text)
      .addColumn('cancel_reason', column.text)
      .addColumn('card', column.text)
      .addColumn('card_expires', column.text)
      .addColumn('card_id', column.text)
      .addColumn('wishes', column.text)
      .execute()

    await db.schema
      .createTable('sandbox_keys')
      .addColumn('key', column.text, (c) => c.primaryKey())
      .addColumn('payment_id', column.text, (c) => c.notNull())
      .addColumn('body_hash', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('sandbox_cards')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('number', column.text, (c) => c.notNull())
      .addColumn('expires', column.text, (c) => c.notNull())
      .addColumn('later_charges', column.text, (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('sandbox_charges')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('payment_id', column.text, (c) => c.notNull())
      .addColumn('merchant_payment', column.text, (c) => c.notNull())
      .addColumn('amount', column.bigint, (c) => c.notNull())
      .addColumn('charged_at', column.text, (c) => c.notNull())
      .execute()
    await refuseChanges(db, dialect)

    await db.schema
      .createTable('sandbox_notices')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('body', column.text, (c) => c.notNull())
      .addColumn('due_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sandbox_notices_due').on('sandbox_notices').column('due_at').execute()
  },
}

/** What was charged stays written down, whoever goes wrong afterwards. */
const refuseChanges = async (db: Kysely<Tables>, dialect: DialectName) => {
  if (dialect === 'sqlite') {
    await sql`create trigger sandbox_charges_no_update before update on sandbox_charges
      begin select raise(abort, 'charges are append-only'); end`.execute(db)
    await sql`create trigger sandbox_charges_no_delete before delete on sandbox_charges
      begin select raise(abort, 'charges are append-only'); end`.execute(db)
    return
  }
  await sql`create function sandbox_charges_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'charges are append-only'; end $$`.execute(db)
  await sql`create trigger sandbox_charges_append_only before update or delete on sandbox_charges
    for each row execute function sandbox_charges_refuse()`.execute(db)
}
