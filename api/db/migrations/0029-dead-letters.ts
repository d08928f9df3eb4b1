import { sql } from 'kysely'
import type { Migration } from '../migration'

/** Letters that were given up are few among those of 30 days, and are counted for the metrics. */
export const deadLetters: Migration = {
  name: '0029-dead-letters',
  async up(db) {
    await db.schema
      .createIndex('outbox_dead')
      .on('outbox')
      .column('dead_at')
      .where(sql.ref('dead_at'), 'is not', null)
      .execute()
  },
}
