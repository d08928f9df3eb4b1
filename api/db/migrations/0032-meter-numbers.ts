import { sql } from 'kysely'
import type { Migration } from '../migration'

/**
 * What the import of meters and the register of readings need: a meter's number in the billing, and when it was taken
 * down.
 */
export const meterNumbers: Migration = {
  name: '0032-meter-numbers',
  async up(db, column) {
    await db.schema.alterTable('meters').addColumn('external_id', column.text).execute()
    await db.schema.alterTable('meters').addColumn('closed_on', column.text).execute()
    await db.schema
      .createIndex('meters_external')
      .unique()
      .on('meters')
      .column('external_id')
      .where(sql.ref('external_id'), 'is not', null)
      .execute()
    await db.schema
      .createIndex('meter_readings_sent')
      .on('meter_readings')
      .columns(['read_at', 'id'])
      .where(sql.ref('receipt_id'), 'is not', null)
      .execute()
  },
}
