import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../columns'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

/** Payments from before it keep no events of what they went through, and no sent body: a repeat writes theirs anew. */
export const paymentEvents: Migration = {
  name: '0007-payment-events',
  async up(db, column, dialect) {
    await db.schema.alterTable('payment_intents').addColumn('sent_body', column.text).execute()
    await db.schema
      .createTable('payment_events')
      .addColumn('payment_id', column.text, (c) => c.notNull().references('payments.id'))
      .addColumn('step', column.integer, (c) => c.notNull())
      .addColumn('at', column.text, (c) => c.notNull())
      .addColumn('actor', column.text, (c) => c.notNull())
      .addColumn('from_state', column.text)
      .addColumn('to_state', column.text, (c) => c.notNull())
      .addColumn('why', column.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('payment_events_pk', ['payment_id', 'step'])
      .execute()
    await refuseChanges(db, dialect)
  },
}

const refuseChanges = async (db: Kysely<Tables>, dialect: DialectName) => {
  if (dialect === 'sqlite') {
    await sql`create trigger payment_events_no_update before update on payment_events
      begin select raise(abort, 'payment events are append-only'); end`.execute(db)
    await sql`create trigger payment_events_no_delete before delete on payment_events
      begin select raise(abort, 'payment events are append-only'); end`.execute(db)
    return
  }
  await sql`create function payment_events_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'payment events are append-only'; end $$`.execute(db)
  await sql`create trigger payment_events_append_only before update or delete on payment_events
    for each row execute function payment_events_refuse()`.execute(db)
}
