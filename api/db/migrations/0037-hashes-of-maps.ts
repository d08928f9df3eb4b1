import type { Migration } from '../migration'

/** An import's file of columns in the operator log. Null, as in older rows: there was none, or it is not known. */
export const hashesOfMaps: Migration = {
  name: '0037-hashes-of-maps',
  async up(db, column) {
    await db.schema.alterTable('operator_log').addColumn('map_sha256', column.text).execute()
  },
}
