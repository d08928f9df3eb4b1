import { sql } from 'kysely'
import type { Migration } from '../migration'

export const payments: Migration = {
  name: '0004-payments',
  async up(db, column) {
    await db.schema
      .createTable('payment_methods')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('gateway', column.text, (c) => c.notNull())
      .addColumn('gateway_method_id', column.text, (c) => c.notNull())
      .addColumn('kind', column.text, (c) => c.notNull())
      .addColumn('title', column.text, (c) => c.notNull())
      .addColumn('expires_at', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('unlinked_at', column.text)
      .addUniqueConstraint('payment_methods_of_gateway', ['gateway', 'gateway_method_id'])
      .execute()
    await db.schema.createIndex('payment_methods_user').on('payment_methods').column('user_id').execute()

    await db.schema
      .createTable('payment_intents')
      .addColumn('payment_id', column.text, (c) => c.primaryKey())
      .addColumn('request_key', column.text, (c) => c.notNull().unique())
      .addColumn('body_hash', column.text, (c) => c.notNull())
      .addColumn('gateway', column.text, (c) => c.notNull())
      .addColumn('request', column.text, (c) => c.notNull())
      .addColumn('method_id', column.text, (c) => c.references('payment_methods.id').onDelete('set null'))
      .addColumn('state', column.text, (c) => c.notNull())
      .addColumn('sends', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('first_sent_at', column.text)
      .addColumn('asked_at', column.text, (c) => c.notNull())
      .addColumn('next_check_at', column.text)
      .addColumn('gateway_payment_id', column.text)
      .addColumn('confirmation_url', column.text)
      .addUniqueConstraint('payment_intents_of_gateway', ['gateway', 'gateway_payment_id'])
      // The intent goes in first: its key decides whether there is to be a payment.
      .addForeignKeyConstraint('payment_intents_payment', ['payment_id'], 'payments', ['id'], (key) =>
        key.deferrable().initiallyDeferred(),
      )
      .execute()
    await db.schema
      .createIndex('payment_intents_due')
      .on('payment_intents')
      .column('next_check_at')
      .where(sql.ref('next_check_at'), 'is not', null)
      .execute()
    await db.schema.createIndex('payment_intents_method').on('payment_intents').column('method_id').execute()

    await db.schema
      .createTable('gateway_notices')
      .addColumn('gateway', column.text, (c) => c.notNull())
      .addColumn('notice', column.text, (c) => c.notNull())
      .addColumn('payment_id', column.text, (c) => c.notNull().references('payments.id'))
      .addColumn('taken_at', column.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('gateway_notices_pk', ['gateway', 'notice'])
      .execute()
  },
}
