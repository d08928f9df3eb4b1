import { sql } from 'kysely'
import type { Migration } from '../migration'

/** When a success became known here, for registers that miss no payment. Null, as in older rows: when it was paid. */
export const recordedPayments: Migration = {
  name: '0034-recorded-payments',
  async up(db, column) {
    await db.schema.alterTable('payments').addColumn('recorded_at', column.text).execute()
    await sql`create index payments_recorded on payments ((coalesce(recorded_at, paid_at)), id)
      where paid_at is not null`.execute(db)
    await db.schema.createIndex('refunds_recorded').on('refunds').columns(['recorded_at', 'id']).execute()
  },
}
