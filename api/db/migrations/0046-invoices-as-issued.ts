import { sql } from 'kysely'
import { makeAppendOnly } from '../append-only'
import type { Migration } from '../migration'

/**
 * An invoice keeps its payee, payer and dwelling, and the parts of several suppliers and corrections. A step of the worker
 * fills `parties` of the invoices that are there.
 */
export const invoicesAsIssued: Migration = {
  name: '0046-invoices-as-issued',
  async up(db, column, dialect) {
    await db.schema.alterTable('invoices').addColumn('parties', column.text).execute()
    await db.schema
      .createIndex('invoices_without_parties')
      .on('invoices')
      .columns(['account', 'period'])
      .where(sql.ref('parties'), 'is', null)
      .execute()

    await db.schema
      .createTable('invoice_parts')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('invoice_id', column.text, (c) => c.notNull().references('invoices.id'))
      .addColumn('supplier', column.text, (c) => c.notNull())
      .addColumn('position', column.integer, (c) => c.notNull())
      .addColumn('version', column.integer, (c) => c.notNull())
      .addColumn('recorded_at', column.text, (c) => c.notNull())
      .addColumn('content', column.text, (c) => c.notNull())
      .addUniqueConstraint('invoice_parts_once', ['invoice_id', 'supplier', 'version'])
      .execute()
    await makeAppendOnly(db, 'invoice_parts', dialect)
  },
}
