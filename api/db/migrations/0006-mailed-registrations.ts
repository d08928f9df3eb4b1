import type { Migration } from '../migration'

export const mailedRegistrations: Migration = {
  name: '0006-mailed-registrations',
  async up(db, column) {
    await db.schema.alterTable('mail_requests').addColumn('registered', column.text).execute()
  },
}
