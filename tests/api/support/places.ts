import { type Database, openDatabase } from 'api/db/database'
import { onTestFinished } from 'vitest'
import { type DatabaseKind, type FreshDatabase, freshDatabase } from '../../support/databases'

/** A new database without tables, dropped after the test. */
export const emptyPlace = async (kind: DatabaseKind): Promise<FreshDatabase> => {
  const place = await freshDatabase(kind)
  onTestFinished(() => place.drop())
  return place
}

/** Opens a database, runs `work` with it and closes it. */
export const reading = async <Result>(
  place: Pick<FreshDatabase, 'dataDir' | 'databaseUrl'>,
  work: (database: Database) => Promise<Result>,
) => {
  const database = await openDatabase(place)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
