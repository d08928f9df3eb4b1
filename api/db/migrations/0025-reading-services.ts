import type { Migration } from '../migration'

/**
 * What an invoice has charged the account's meters for (invoices that were issued before do not tell), the reminders of
 * readings, and the secret addresses of calendars.
 */
export const readingServices: Migration = {
  name: '0025-reading-services',
  async up(db, column) {
    await db.schema.alterTable('invoices').addColumn('volumes', column.text).execute()

    await db.schema
      .createTable('reading_reminders')
      .addColumn('user_id', column.text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('asked_at', column.text, (c) => c.notNull())
      .addColumn('reminded_of', column.text)
      .execute()
    await db.schema
      .createTable('reminder_links')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code_hash', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('reminder_links_user').on('reminder_links').column('user_id').execute()

    await db.schema
      .createTable('calendar_links')
      .addColumn('user_id', column.text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('token_hash', column.text, (c) => c.notNull().unique())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()
  },
}
