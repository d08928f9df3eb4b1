import { join } from 'node:path'
import { type Database, openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'

/**
 * The test bank's records in their own SQLite file: charges stay recorded, whatever happens to a process or transaction
 * of the API. All processes with the same folder share the bank.
 */
export const openBankApart = async (dataDir: string): Promise<Database> => {
  const bank = await openDatabase({ dataDir: join(dataDir, 'bank') })
  await migrate(bank)
  return bank
}
