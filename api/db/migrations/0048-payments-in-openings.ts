import type { Migration } from '../migration'

/** The company's books may hear of a payment before the portal does: it is not credited twice then. */
export const paymentsInOpenings: Migration = {
  name: '0048-payments-in-openings',
  async up(db, column) {
    await db.schema.alterTable('ledger_entries').addColumn('included_payments', column.text).execute()
  },
}
