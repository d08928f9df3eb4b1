import { type Database, openDatabase } from 'api/db/database'
import { onTestFinished } from 'vitest'
import { type DatabaseKind, type FreshDatabase, freshDatabase } from '../../support/databases'

/** A place for a database, empty; dropped when the test is over. */
export const emptyPlace = async (kind: DatabaseKind): Promise<FreshDatabase> => {
  const place = await freshDatabase(kind)
  onTestFinished(() => place.drop())
  return place
}

/** Works with the database of a place, and closes it. */
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
