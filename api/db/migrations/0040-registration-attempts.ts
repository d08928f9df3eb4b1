import type { Migration } from '../migration'

/** The password of the last registration of each e-mail address, so that a login answers alike for taken addresses. */
export const registrationAttempts: Migration = {
  name: '0040-registration-attempts',
  async up(db, column) {
    await db.schema
      .createTable('registration_attempts')
      .addColumn('email_normalized', column.text, (c) => c.primaryKey())
      .addColumn('password_hash', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('registration_attempts_created')
      .on('registration_attempts')
      .column('created_at')
      .execute()
  },
}
