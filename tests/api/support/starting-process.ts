import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { seedDemo } from 'api/demo/seed-demo'

/** A process that migrates and seeds a database, like each start of the API. */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined })
await migrate(database)
await seedDemo(database, { now: new Date('2026-03-02T09:00:00.000Z'), timeZone: 'Europe/Moscow' })
await database.close()
