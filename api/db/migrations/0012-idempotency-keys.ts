import type { Migration } from '../migration'

export const idempotencyKeys: Migration = {
  name: '0012-idempotency-keys',
  async up(db, column) {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('body_hash', column.text, (c) => c.notNull())
      .addColumn('answer', column.text)
      .addColumn('created_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('idempotency_keys_created')
      .on('idempotency_keys')
      .column('created_at')
      .execute()
  },
}
