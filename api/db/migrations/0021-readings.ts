import { makeAppendOnly } from '../append-only'
import type { Migration } from '../migration'

/** Meters, and their readings: what was sent is never overwritten. */
export const readings: Migration = {
  name: '0021-readings',
  async up(db, column, dialect) {
    await db.schema
      .createTable('meters')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('position', column.integer, (c) => c.notNull())
      .addColumn('service', column.text, (c) => c.notNull())
      .addColumn('unit', column.text, (c) => c.notNull())
      .addColumn('serial', column.text, (c) => c.notNull())
      .addColumn('place', column.text)
      .addColumn('zones', column.text, (c) => c.notNull())
      .addColumn('digits', column.integer, (c) => c.notNull())
      .addColumn('decimals', column.integer, (c) => c.notNull())
      .addColumn('verified_until', column.text)
      .execute()
    await db.schema.createIndex('meters_account').on('meters').columns(['account', 'position']).execute()

    await db.schema
      .createTable('reading_receipts')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('number', column.text, (c) => c.notNull().unique())
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('accepted_at', column.text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('reading_receipts_newest')
      .on('reading_receipts')
      .columns(['account', 'accepted_at'])
      .execute()
    await makeAppendOnly(db, 'reading_receipts', dialect)

    await db.schema
      .createTable('meter_readings')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('meter_id', column.text, (c) => c.notNull().references('meters.id'))
      .addColumn('zone', column.text, (c) => c.notNull())
      .addColumn('value', column.bigint, (c) => c.notNull())
      .addColumn('previous', column.bigint)
      .addColumn('volume', column.bigint, (c) => c.notNull())
      .addColumn('corrects', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('period', column.text, (c) => c.notNull())
      .addColumn('read_at', column.text, (c) => c.notNull())
      .addColumn('source', column.text, (c) => c.notNull())
      .addColumn('receipt_id', column.text, (c) => c.references('reading_receipts.id'))
      .addUniqueConstraint('meter_readings_once', ['receipt_id', 'meter_id', 'zone'])
      .execute()
    await db.schema
      .createIndex('meter_readings_newest')
      .on('meter_readings')
      .columns(['account', 'read_at desc', 'id desc'])
      .execute()
    await db.schema
      .createIndex('meter_readings_of_meter')
      .on('meter_readings')
      .columns(['meter_id', 'read_at desc', 'id desc'])
      .execute()
    await makeAppendOnly(db, 'meter_readings', dialect)
  },
}
