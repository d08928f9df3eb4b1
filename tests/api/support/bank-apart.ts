import { join } from 'node:path'
import { type Database, openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'

/**
 * The test bank's records in a SQLite file of their own, beside the API's database: what a bank has charged stays so, whatever
 * becomes of a process or a transaction of the API. Every process over the same folder has the same bank.
 */
export const openBankApart = async (dataDir: string): Promise<Database> => {
  const bank = await openDatabase({ dataDir: join(dataDir, 'bank') })
  await migrate(bank)
  return bank
}
