import { sql } from 'kysely'
import { makeAppendOnly } from '../append-only'
import type { Migration } from '../migration'

export const refunds: Migration = {
  name: '0008-refunds',
  async up(db, column, dialect) {
    await db.schema
      .alterTable('payments')
      .addColumn('refunded', column.bigint, (c) =>
        c.notNull().defaultTo(0).check(sql`refunded between 0 and amount`),
      )
      .execute()
    await db.schema
      .createIndex('payments_refunded')
      .on('payments')
      .columns(['account', 'created_at'])
      .where(sql.ref('refunded'), '>', sql.lit(0))
      .execute()

    await db.schema
      .createTable('refunds')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('gateway', column.text, (c) => c.notNull())
      .addColumn('gateway_refund_id', column.text, (c) => c.notNull())
      .addColumn('payment_id', column.text, (c) => c.notNull().references('payments.id'))
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('amount', column.bigint, (c) => c.notNull().check(sql`amount > 0`))
      .addColumn('refunded_at', column.text, (c) => c.notNull())
      .addColumn('recorded_at', column.text, (c) => c.notNull())
      .addUniqueConstraint('refunds_of_gateway', ['gateway', 'gateway_refund_id'])
      .execute()
    await db.schema.createIndex('refunds_payment').on('refunds').column('payment_id').execute()
    await db.schema.createIndex('refunds_account').on('refunds').columns(['account', 'refunded_at']).execute()
    await makeAppendOnly(db, 'refunds', dialect)

    await db.schema
      .alterTable('ledger_entries')
      .addColumn('refund_id', column.text, (c) => c.references('refunds.id'))
      .execute()
    await db.schema
      .createIndex('ledger_entries_refund')
      .unique()
      .on('ledger_entries')
      .column('refund_id')
      .execute()

    await db.schema
      .createTable('refund_checks')
      .addColumn('gateway', column.text, (c) => c.notNull())
      .addColumn('gateway_refund_id', column.text, (c) => c.notNull())
      .addColumn('payment_id', column.text, (c) => c.notNull().references('payments.id'))
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('next_check_at', column.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('refund_checks_pk', ['gateway', 'gateway_refund_id'])
      .execute()
    await db.schema.createIndex('refund_checks_due').on('refund_checks').column('next_check_at').execute()
    await db.schema.createIndex('refund_checks_payment').on('refund_checks').column('payment_id').execute()

    await db.schema
      .createTable('refund_requests')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('payment_id', column.text, (c) => c.notNull().references('payments.id'))
      .addColumn('gateway', column.text, (c) => c.notNull())
      .addColumn('amount', column.bigint, (c) => c.notNull().check(sql`amount > 0`))
      .addColumn('idempotency_key', column.text, (c) => c.notNull().unique())
      .addColumn('body', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('refund_requests_payment')
      .on('refund_requests')
      .column('payment_id')
      .execute()
    await makeAppendOnly(db, 'refund_requests', dialect)

    await db.schema
      .createTable('refund_request_states')
      .addColumn('request_id', column.text, (c) => c.primaryKey().references('refund_requests.id'))
      .addColumn('state', column.text, (c) => c.notNull())
      .addColumn('sends', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('first_sent_at', column.text)
      .addColumn('gateway_refund_id', column.text)
      .addColumn('reason', column.text)
      .addColumn('next_check_at', column.text)
      .execute()
    await db.schema
      .createIndex('refund_request_states_due')
      .on('refund_request_states')
      .column('next_check_at')
      .where(sql.ref('next_check_at'), 'is not', null)
      .execute()

    await db.schema
      .createTable('sandbox_refunds')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('payment_id', column.text, (c) => c.notNull().references('sandbox_payments.id'))
      .addColumn('amount', column.bigint, (c) => c.notNull())
      .addColumn('status', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('sandbox_refunds_payment')
      .on('sandbox_refunds')
      .column('payment_id')
      .execute()
    await db.schema
      .createIndex('sandbox_refunds_newest')
      .on('sandbox_refunds')
      .columns(['created_at', 'id'])
      .execute()
  },
}
