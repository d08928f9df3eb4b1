import type { Migration } from '../migration'

/** By account: who has it, to tell them of others who add it, and to end their access. */
export const holdersOfAccounts: Migration = {
  name: '0041-holders-of-accounts',
  async up(db) {
    await db.schema
      .createIndex('customer_accounts_account')
      .on('customer_accounts')
      .column('account')
      .execute()
  },
}
