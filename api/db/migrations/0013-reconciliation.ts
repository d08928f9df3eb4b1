import type { Migration } from '../migration'

export const reconciliation: Migration = {
  name: '0013-reconciliation',
  async up(db, column) {
    await db.schema
      .createTable('reconciliation_runs')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('gateway', column.text, (c) => c.notNull())
      .addColumn('day', column.text)
      .addColumn('from_at', column.text, (c) => c.notNull())
      .addColumn('to_at', column.text, (c) => c.notNull())
      .addColumn('started_at', column.text, (c) => c.notNull())
      .addColumn('finished_at', column.text)
      .addColumn('fence', column.integer, (c) => c.notNull().defaultTo(1))
      .addColumn('leased_until', column.text, (c) => c.notNull())
      .addColumn('payments', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('refunds', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('differences', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('mended', column.integer, (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('reconciliation_runs_daily', ['gateway', 'day'])
      .execute()
    await db.schema
      .createTable('reconciliation_differences')
      .addColumn('run_id', column.text, (c) => c.notNull().references('reconciliation_runs.id'))
      .addColumn('kind', column.text, (c) => c.notNull())
      .addColumn('gateway_id', column.text, (c) => c.notNull())
      .addColumn('payment_id', column.text)
      .addColumn('ours', column.text)
      .addColumn('theirs', column.text)
      .addColumn('mended', column.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('reconciliation_differences_pk', ['run_id', 'kind', 'gateway_id'])
      .execute()
  },
}
