import type { Migration } from '../migration'

/** Letters about invoices: who wants them, and which invoices were written about. Their links are those of reminders. */
export const invoiceLetters: Migration = {
  name: '0036-invoice-letters',
  async up(db, column) {
    await db.schema
      .createTable('invoice_letters')
      .addColumn('user_id', column.text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('asked_at', column.text, (c) => c.notNull())
      .addColumn('next_look_on', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('invoice_letters_next')
      .on('invoice_letters')
      .columns(['next_look_on', 'user_id'])
      .execute()

    await db.schema
      .createTable('told_invoices')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('invoice_id', column.text, (c) => c.notNull().references('invoices.id'))
      .addColumn('told_at', column.text, (c) => c.notNull())
      .addColumn('reminded', column.integer, (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('told_invoices_once', ['user_id', 'invoice_id'])
      .execute()
    await db.schema.createIndex('told_invoices_told').on('told_invoices').column('told_at').execute()

    await db.schema.alterTable('reminder_links').addColumn('letters', column.text).execute()
  },
}
