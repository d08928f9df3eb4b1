import { sql } from 'kysely'
import type { Migration } from '../migration'

/** Gives sessions an id that may be shown, and adds the second step of a login. */
export const secondStep: Migration = {
  name: '0018-second-step',
  async up(db, column, dialect) {
    await db.schema
      .createTable('sessions_with_ids')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('token_hash', column.text, (c) => c.notNull().unique())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('device', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('last_used_at', column.text, (c) => c.notNull())
      .execute()
    const randomId = dialect === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`gen_random_uuid()::text`
    await sql`insert into sessions_with_ids (id, token_hash, user_id, device, created_at, last_used_at)
      select ${randomId}, token_hash, user_id, device, created_at, last_used_at from sessions`.execute(db)
    await db.schema.dropTable('sessions').execute()
    await db.schema.alterTable('sessions_with_ids').renameTo('sessions').execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await db.schema.createIndex('sessions_last_used').on('sessions').column('last_used_at').execute()

    await db.schema
      .createTable('second_steps')
      .addColumn('user_id', column.text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', column.text, (c) => c.notNull())
      .addColumn('setup_expires_at', column.text, (c) => c.notNull())
      .addColumn('turned_on_at', column.text)
      .addColumn('last_used_step', column.integer)
      .execute()

    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code_hash', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('used_at', column.text)
      .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'])
      .execute()

    await db.schema
      .createTable('second_step_logins')
      .addColumn('token_hash', column.text, (c) => c.primaryKey())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('tries', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('expires_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('second_step_logins_user')
      .on('second_step_logins')
      .column('user_id')
      .execute()
    await db.schema
      .createIndex('second_step_logins_expiry')
      .on('second_step_logins')
      .column('expires_at')
      .execute()
  },
}
