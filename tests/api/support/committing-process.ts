import { openDatabase } from 'api/db/database'
import { writeSetting } from 'api/db/settings.repository'

/** A process that commits this many transactions, one after another, to the migrated SQLite database of a folder. */
const [dataDir = '', commits = '0'] = process.argv.slice(2)
const database = await openDatabase({ dataDir })
for (let nth = 0; nth < Number(commits); nth += 1)
  await database.transaction((trx) => writeSetting(trx, 'written by a test', String(nth)))
await database.close()
