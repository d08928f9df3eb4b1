import { sql } from 'kysely'
import { makeAppendOnly } from '../append-only'
import type { Migration } from '../migration'

/** What the import of a company's data and the register of its payments need, and the log of what operators wrote. */
export const companyData: Migration = {
  name: '0024-company-data',
  async up(db, column, dialect) {
    await db.schema.alterTable('payments').addColumn('external_id', column.text).execute()
    await db.schema
      .createIndex('payments_external')
      .unique()
      .on('payments')
      .column('external_id')
      .where(sql.ref('external_id'), 'is not', null)
      .execute()
    await db.schema
      .createIndex('payments_paid')
      .on('payments')
      .columns(['paid_at', 'id'])
      .where(sql.ref('paid_at'), 'is not', null)
      .execute()
    await db.schema.createIndex('refunds_made').on('refunds').columns(['refunded_at', 'id']).execute()

    await db.schema
      .createTable('operator_log')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('at', column.text, (c) => c.notNull())
      .addColumn('operator', column.text, (c) => c.notNull())
      .addColumn('action', column.text, (c) => c.notNull())
      .addColumn('file_name', column.text)
      .addColumn('file_sha256', column.text)
      .addColumn('counts', column.text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('operator_log_newest').on('operator_log').columns(['at', 'id']).execute()
    await makeAppendOnly(db, 'operator_log', dialect)
  },
}
