import { sql } from 'kysely'
import type { Migration } from '../migration'

/** An index for the step that deletes old registrations whose address was never confirmed. */
export const unconfirmedRegistrations: Migration = {
  name: '0038-unconfirmed-registrations',
  async up(db) {
    await db.schema
      .createIndex('users_unconfirmed')
      .on('users')
      .column('created_at')
      .where(sql.ref('email_verified_at'), 'is', null)
      .execute()
  },
}
