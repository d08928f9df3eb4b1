import type { Migration } from '../migration'

/** A letter can be found by the id of the request that led to it. */
export const letterRequestIds: Migration = {
  name: '0030-letter-request-ids',
  async up(db, column) {
    await db.schema.alterTable('outbox').addColumn('request_id', column.text).execute()
    await db.schema.alterTable('mail_requests').addColumn('request_id', column.text).execute()
  },
}
