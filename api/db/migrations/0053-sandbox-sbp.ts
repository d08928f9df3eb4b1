import type { Migration } from '../migration'

/** Payments of the test bank through SBP. */
export const sandboxSbp: Migration = {
  name: '0053-sandbox-sbp',
  async up(db, column) {
    await db.schema.alterTable('sandbox_payments').addColumn('kind', column.text).execute()
    await db.schema.alterTable('sandbox_payments').addColumn('arrives_at', column.text).execute()
  },
}
