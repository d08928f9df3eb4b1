import { openDatabase } from 'api/db/database'
import { addDays, today } from 'format/dates'
import { fillPayments } from './fill-payments'

/** Usage: tsx bench/support/fill.ts <data folder> <account> <count>: two years of payments of the account's owner. */
const [dataDir, account, count] = process.argv.slice(2)
if (!dataDir || !account || !count) throw new Error('fill.ts <data folder> <account> <count>')

const database = await openDatabase({ dataDir })
const { user_id: userId } = await database.db
  .selectFrom('customer_accounts')
  .select('user_id')
  .where('account', '=', account)
  .executeTakeFirstOrThrow()
const to = today('Europe/Moscow', new Date())
await database.db.deleteFrom('payment_daily_sums').where('account', '=', account).execute()
await fillPayments(database, { account, userId, count: Number(count), from: addDays(to, -730), to })
await database.close()
