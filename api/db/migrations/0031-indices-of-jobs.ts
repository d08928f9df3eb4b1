import { sql } from 'kysely'
import type { Migration } from '../migration'

/** Indices for what jobs look for by time alone, which read whole tables without them. */
export const indicesOfJobs: Migration = {
  name: '0031-indices-of-jobs',
  async up(db) {
    await db.schema.createIndex('payments_created').on('payments').columns(['created_at', 'id']).execute()
    await db.schema
      .createIndex('sandbox_payments_newest')
      .on('sandbox_payments')
      .columns(['created_at', 'id'])
      .execute()
    await db.schema
      .createIndex('outbox_sent')
      .on('outbox')
      .column('sent_at')
      .where('sent_at', 'is not', null)
      .execute()
    await db.schema.createIndex('sessions_created').on('sessions').column('created_at').execute()
    await db.schema
      .createIndex('second_steps_setup')
      .on('second_steps')
      .column('setup_expires_at')
      .where(sql.ref('turned_on_at'), 'is', null)
      .execute()
    await db.schema.createIndex('reminder_links_created').on('reminder_links').column('created_at').execute()
  },
}
