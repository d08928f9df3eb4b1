import type { Migration } from '../migration'

/**
 * The shop of payments and saved methods: the account at their gateway. Null, as in older rows and in those that the former
 * version writes while an update goes over the replicas: a step records the configured shop.
 */
export const shops: Migration = {
  name: '0049-shops',
  async up(db, column) {
    for (const table of ['payment_intents', 'payment_methods'])
      await db.schema.alterTable(table).addColumn('shop', column.text).execute()
  },
}
