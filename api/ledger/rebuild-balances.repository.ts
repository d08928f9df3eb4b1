import type { Database, Queries } from 'api/db/database'
import { toKopecks } from 'contract/money'
import { sql } from 'kysely'
import { lockLedgersOf } from './ledger.repository'

const accountsAtOnce = 400

interface RebuiltBalances {
  /** How many accounts were compared. */
  accounts: number
  differences: BalanceDifference[]
}

/**
 * Adds up the ledger of every account, and compares the sum with the stored balance; with `apply` the sums replace the
 * balances that differ. Payments may go on meanwhile.
 */
export const rebuildBalances = async (
  { db, transaction }: Pick<Database, 'db' | 'transaction'>,
  { apply }: { apply: boolean },
): Promise<RebuiltBalances> => {
  const result: RebuiltBalances = { accounts: 0, differences: [] }
  let page = await accountsAfter(db, '', accountsAtOnce)
  while (page.length > 0) {
    const differences = await differencesAmong(db, page)
    const accounts = differences.map(({ account }) => account)
    if (apply && accounts.length > 0)
      // Read committed: each statement sees what was committed before the ledgers were locked.
      await transaction(async (trx) => {
        await lockLedgersOf(trx, accounts)
        await recountBalances(trx, accounts)
      }, 'read committed')
    result.accounts += page.length
    result.differences.push(...differences)
    page = await accountsAfter(db, page.at(-1) ?? '', accountsAtOnce)
  }
  return result
}

interface BalanceDifference {
  account: string
  /** Kopecks: what `account_balances` has. */
  storedBalance: number
  /** Kopecks: the sum of the account's entries. */
  entrySum: number
}

/** The next accounts of the register after this one. */
const accountsAfter = async (db: Queries, after: string, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('register_accounts')
    .select('account')
    .where('account', '>', after)
    .orderBy('account')
    .limit(most)
    .execute()
  return rows.map(({ account }) => account)
}

/**
 * Those of up to a few hundred accounts whose balance is not the sum of their entries; one statement sees one moment.
 */
const differencesAmong = (db: Queries, accounts: readonly string[]): Promise<BalanceDifference[]> => {
  const both = db
    .selectFrom('ledger_entries')
    .select((eb) => ['account', 'amount as entrySum', eb.lit(toKopecks(0)).as('storedBalance')])
    .where('account', 'in', accounts)
    .unionAll(
      db
        .selectFrom('account_balances')
        .select((eb) => ['account', eb.lit(toKopecks(0)).as('entrySum'), 'balance as storedBalance'])
        .where('account', 'in', accounts),
    )
    .as('both_sums')
  return db
    .selectFrom(both)
    .select((eb) => [
      'account',
      eb.fn.sum<number>('storedBalance').as('storedBalance'),
      eb.fn.sum<number>('entrySum').as('entrySum'),
    ])
    .groupBy('account')
    .having((eb) => eb(eb.fn.sum('storedBalance'), '!=', eb.fn.sum('entrySum')))
    .orderBy('account')
    .execute()
}

/**
 * Sets balances to the sums of their entries, and lowers the debts of refunds to them. Lock the ledgers first, see
 * `lockLedgersOf`.
 */
const recountBalances = async (trx: Queries, accounts: readonly string[]) => {
  await trx
    .updateTable('account_balances')
    .set((eb) => ({
      balance: eb.fn.coalesce(
        eb
          .selectFrom('ledger_entries')
          .select((sum) => sql<number>`cast(${sum.fn.sum('amount')} as bigint)`.as('sum'))
          .whereRef('ledger_entries.account', '=', 'account_balances.account'),
        eb.lit(0),
      ),
    }))
    .where('account', 'in', accounts)
    .execute()
  await trx
    .updateTable('account_balances')
    .set((eb) => ({
      refund_debt: eb
        .case()
        .when('balance', '>', toKopecks(0))
        .then(eb.ref('balance'))
        .else(toKopecks(0))
        .end(),
    }))
    .where('account', 'in', accounts)
    .whereRef('refund_debt', '>', 'balance')
    .execute()
}
