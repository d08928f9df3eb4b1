import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { type DatabaseKind, freshDatabase } from '../../support/databases'

/** A migrated database without an API; `other` is a second connection to it. */
export const openMigratedDatabase = async (kind: DatabaseKind) => {
  const fresh = await freshDatabase(kind)
  const [database, other] = [await openDatabase(fresh), await openDatabase(fresh)]
  await migrate(database)
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
