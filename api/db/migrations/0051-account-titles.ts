import type { Migration } from '../migration'

/** The words of a customer's own name for an account, by which the list is searched. */
export const accountTitles: Migration = {
  name: '0051-account-titles',
  async up(db, column) {
    await db.schema.alterTable('customer_accounts').addColumn('title_search_text', column.text).execute()
  },
}
