import type { Migration } from '../migration'

export const askedCancellations: Migration = {
  name: '0015-asked-cancellations',
  async up(db, column) {
    await db.schema.alterTable('payment_intents').addColumn('asked_cancel_reason', column.text).execute()
  },
}
