import { parseArgs } from 'node:util'
import { openDatabase } from 'api/db/database'
import { addDays, today } from 'format/dates'
import { sql } from 'kysely'
import { fillPayments } from './fill-payments'
import { fillAccountsOf, fillCustomers } from './fill-register'

/**
 * Fills a database with demo data until it has `--count` payments, accounts or customers:
 * tsx bench/support/fill.ts payments|accounts|customers --account NUMBER --existing N --count N
 *   --data-dir DIR | --database-url URL
 * Payments are of the account and of the last two years. Accounts are added to the list of the account's owner.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    account: { type: 'string', default: '' },
    existing: { type: 'string', default: '0' },
    count: { type: 'string', default: '0' },
    'data-dir': { type: 'string', default: '' },
    'database-url': { type: 'string' },
  },
})
const [existing, count] = [Number(values.existing), Number(values.count)]
const database = await openDatabase({
  dataDir: values['data-dir'],
  databaseUrl: values['database-url'],
  databaseTimeoutMs: 3_600_000,
})
const { account } = values
const { user_id: userId } = await database.db
  .selectFrom('customer_accounts')
  .select('user_id')
  .where('account', '=', account)
  .executeTakeFirstOrThrow()
const to = today('Europe/Moscow', new Date())
const parts: Record<string, () => Promise<void>> = {
  payments: () => fillPayments(database, { account, userId, existing, count, from: addDays(to, -730), to }),
  accounts: () => fillAccountsOf(database, { userId, like: account, existing, count }),
  customers: () => fillCustomers(database, { like: account, existing, count }),
}
await parts[positionals[0] ?? '']?.()
// Otherwise PostgreSQL would vacuum the new rows while the pages are measured.
await (database.dialect === 'postgres' ? sql`vacuum analyze` : sql`analyze`).execute(database.db)
await database.close()
