import type { Migration } from '../migration'

/** Which days an invoice's penalty is for; invoices that were issued before do not tell. */
export const penaltyDays: Migration = {
  name: '0023-penalty-days',
  async up(db, column) {
    await db.schema.alterTable('invoices').addColumn('penalty_days', column.text).execute()
  },
}
