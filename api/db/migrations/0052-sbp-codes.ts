import type { Migration } from '../migration'

/** The QR code of a payment through SBP. */
export const sbpCodes: Migration = {
  name: '0052-sbp-codes',
  async up(db, column) {
    await db.schema.alterTable('payment_intents').addColumn('qr', column.text).execute()
    await db.schema.alterTable('payment_intents').addColumn('qr_expires_at', column.text).execute()
  },
}
