import { sql } from 'kysely'
import type { Migration } from '../migration'

export const autopayments: Migration = {
  name: '0005-autopayments',
  async up(db, column) {
    await db.schema
      .createTable('autopayments')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('rule', column.text, (c) => c.notNull())
      .addColumn('day', column.integer)
      .addColumn('amount', column.bigint)
      .addColumn('limit_amount', column.bigint, (c) => c.notNull())
      .addColumn('status', column.text, (c) => c.notNull())
      .addColumn('fail_reason', column.text)
      .addColumn('method_id', column.text, (c) => c.references('payment_methods.id').onDelete('set null'))
      .addColumn('first_payment_id', column.text, (c) => c.notNull().unique().references('payments.id'))
      .addColumn('planned_through', column.text)
      .addColumn('next_plan_at', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('consent_version', column.text)
      .addColumn('consent_at', column.text, (c) => c.notNull())
      .addColumn('consent_address', column.text)
      .addColumn('deleted_at', column.text)
      .execute()
    await db.schema
      .createIndex('autopayments_user')
      .on('autopayments')
      .columns(['user_id', 'account'])
      .execute()
    await db.schema.createIndex('autopayments_method').on('autopayments').column('method_id').execute()
    await db.schema
      .createIndex('autopayments_to_plan')
      .on('autopayments')
      .column('next_plan_at')
      .where(sql.ref('next_plan_at'), 'is not', null)
      .execute()
    await db.schema
      .createIndex('autopayments_awaiting_invoices')
      .on('autopayments')
      .columns(['rule', 'status', 'account', 'planned_through'])
      .execute()

    await db.schema
      .createTable('autopayment_runs')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('autopayment_id', column.text, (c) =>
        c.notNull().references('autopayments.id').onDelete('cascade'),
      )
      .addColumn('period', column.text, (c) => c.notNull())
      .addColumn('state', column.text, (c) => c.notNull())
      .addColumn('charge_at', column.text, (c) => c.notNull())
      .addColumn('due_at', column.text, (c) => c.notNull())
      .addColumn('attempts', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('told_amount', column.bigint)
      .addColumn('told_over_limit', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('payment_id', column.text, (c) => c.references('payments.id'))
      .addColumn('fence', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('leased_until', column.text)
      .addUniqueConstraint('autopayment_runs_one_a_period', ['autopayment_id', 'period'])
      .execute()
    await db.schema
      .createIndex('autopayment_runs_due')
      .on('autopayment_runs')
      .column('due_at')
      .where(sql.ref('state'), '=', sql.lit('open'))
      .execute()
    await db.schema
      .createIndex('autopayment_runs_payment')
      .on('autopayment_runs')
      .column('payment_id')
      .execute()

    await db.schema
      .createTable('autopayment_run_lines')
      .addColumn('run_id', column.text, (c) =>
        c.notNull().references('autopayment_runs.id').onDelete('cascade'),
      )
      .addColumn('attempt', column.integer, (c) => c.notNull())
      .addColumn('autopayment_id', column.text, (c) =>
        c.notNull().references('autopayments.id').onDelete('cascade'),
      )
      .addColumn('at', column.text, (c) => c.notNull())
      .addColumn('outcome', column.text, (c) => c.notNull())
      .addColumn('reason', column.text, (c) => c.notNull())
      .addColumn('amount', column.bigint)
      .addColumn('payment_id', column.text, (c) => c.references('payments.id'))
      .addPrimaryKeyConstraint('autopayment_run_lines_pk', ['run_id', 'attempt'])
      .execute()
    await db.schema
      .createIndex('autopayment_run_lines_newest')
      .on('autopayment_run_lines')
      .columns(['autopayment_id', 'at desc'])
      .execute()

    await db.schema
      .createTable('autopayment_notices')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('run_id', column.text, (c) =>
        c.notNull().references('autopayment_runs.id').onDelete('cascade'),
      )
      .addColumn('code_hash', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('autopayment_notices_run')
      .on('autopayment_notices')
      .column('run_id')
      .execute()
  },
}
