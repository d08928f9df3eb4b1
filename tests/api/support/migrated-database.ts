import { openDatabase } from 'api/db/database'
import { type DatabaseKind, migratedDatabase } from '../../support/databases'

/** A migrated database without an API; `other` is a second connection to it. */
export const openMigratedDatabase = async (kind: DatabaseKind) => {
  const fresh = await migratedDatabase(kind)
  const [database, other] = [await openDatabase(fresh), await openDatabase(fresh)]
  return {
    fresh,
    database,
    other,
    async close() {
      await database.close()
      await other.close()
      await fresh.drop()
    },
  }
}
