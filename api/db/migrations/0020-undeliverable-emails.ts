import type { Migration } from '../migration'

/** Remembers of a customer's address that letters do not arrive there. */
export const undeliverableEmails: Migration = {
  name: '0020-undeliverable-emails',
  async up(db, column) {
    await db.schema.alterTable('users').addColumn('email_undeliverable_since', column.text).execute()
  },
}
