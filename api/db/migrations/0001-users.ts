import { sql } from 'kysely'
import type { Migration } from '../migration'

export const users: Migration = {
  name: '0001-users',
  async up(db, column) {
    await db.schema
      .createTable('users')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('name', column.text, (c) => c.notNull())
      .addColumn('email', column.text, (c) => c.notNull())
      .addColumn('email_normalized', column.text, (c) => c.notNull().unique())
      .addColumn('phone', column.text)
      .addColumn('password_hash', column.text, (c) => c.notNull())
      .addColumn('email_verified_at', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('consent_version', column.text)
      .addColumn('consent_at', column.text)
      .addColumn('consent_address', column.text)
      .execute()

    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', column.text, (c) => c.primaryKey())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('device', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('last_used_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await db.schema.createIndex('sessions_last_used').on('sessions').column('last_used_at').execute()

    await db.schema
      .createTable('mailed_tokens')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', column.text, (c) => c.notNull())
      .addColumn('code_hash', column.text, (c) => c.notNull())
      .addColumn('payload', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('expires_at', column.text, (c) => c.notNull())
      .addColumn('used_at', column.text)
      .execute()
    await db.schema
      .createIndex('mailed_tokens_user')
      .on('mailed_tokens')
      .columns(['user_id', 'purpose'])
      .execute()
    await db.schema.createIndex('mailed_tokens_expiry').on('mailed_tokens').column('expires_at').execute()

    await db.schema
      .createTable('mail_requests')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('kind', column.text, (c) => c.notNull())
      .addColumn('email', column.text, (c) => c.notNull())
      .addColumn('user_id', column.text, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('attempts', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('next_attempt_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('mail_requests_due').on('mail_requests').column('next_attempt_at').execute()
    await db.schema.createIndex('mail_requests_user').on('mail_requests').column('user_id').execute()

    await db.schema
      .createTable('known_devices')
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('device_hash', column.text, (c) => c.notNull())
      .addColumn('last_seen_at', column.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('known_devices_pk', ['user_id', 'device_hash'])
      .execute()

    await db.schema
      .createTable('rate_limits')
      .addColumn('key', column.text, (c) => c.primaryKey())
      .addColumn('count', column.integer, (c) => c.notNull())
      .addColumn('window_ends_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('rate_limits_window').on('rate_limits').column('window_ends_at').execute()

    await db.schema
      .createTable('outbox')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('recipient', column.text, (c) => c.notNull())
      .addColumn('kind', column.text, (c) => c.notNull())
      .addColumn('subject', column.text, (c) => c.notNull())
      .addColumn('text', column.text, (c) => c.notNull())
      .addColumn('html', column.text, (c) => c.notNull())
      .addColumn('headers', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('attempts', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('next_attempt_at', column.text, (c) => c.notNull())
      .addColumn('last_error', column.text)
      .addColumn('sent_at', column.text)
      .addColumn('dead_at', column.text)
      .execute()
    await db.schema
      .createIndex('outbox_due')
      .on('outbox')
      .column('next_attempt_at')
      .where(sql.ref('sent_at'), 'is', null)
      .where(sql.ref('dead_at'), 'is', null)
      .execute()

    await db.schema
      .createTable('settings')
      .addColumn('key', column.text, (c) => c.primaryKey())
      .addColumn('value', column.text, (c) => c.notNull())
      .execute()
  },
}
