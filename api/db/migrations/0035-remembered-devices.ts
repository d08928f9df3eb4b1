import type { Migration } from '../migration'

/** Until when a login from this device needs no code of the second step. Null, as in older rows: it needs one. */
export const rememberedDevices: Migration = {
  name: '0035-remembered-devices',
  async up(db, column) {
    await db.schema.alterTable('known_devices').addColumn('code_unneeded_until', column.text).execute()
  },
}
