import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../columns'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

export const balances: Migration = {
  name: '0003-balances',
  async up(db, column, dialect) {
    await db.schema
      .createTable('account_balances')
      .addColumn('account', column.text, (c) => c.primaryKey().references('register_accounts.account'))
      .addColumn('balance', column.bigint, (c) => c.notNull())
      .execute()
    await sql`insert into account_balances (account, balance)
      select account, sum(amount) from ledger_entries group by account`.execute(db)
    await keepBalances(db, dialect)

    await db.schema
      .createIndex('payments_newest_by_status')
      .on('payments')
      .columns(['account', 'status', 'created_at desc', 'id desc'])
      .execute()
    // Holds what is added up, so that the totals of years are read from it alone.
    await db.schema
      .createIndex('payment_daily_sums_totals')
      .on('payment_daily_sums')
      .columns(['account', 'status', 'day', 'count', 'amount'])
      .execute()
  },
}

/** Whoever appends to the ledger, the balance follows in the same transaction. */
const keepBalances = async (db: Kysely<Tables>, dialect: DialectName) => {
  if (dialect === 'sqlite') {
    await sql`create trigger ledger_entries_balance after insert on ledger_entries begin
      insert into account_balances (account, balance) values (new.account, new.amount)
      on conflict (account) do update set balance = balance + excluded.balance; end`.execute(db)
    return
  }
  await sql`create function ledger_entries_keep_balance() returns trigger language plpgsql as $$ begin
    insert into account_balances (account, balance)
      select account, sum(amount)::bigint from added group by account order by account
      on conflict (account) do update set balance = account_balances.balance + excluded.balance;
    return null; end $$`.execute(db)
  // For each statement: for each row, a statement of many rows would leave as many dead versions of one balance.
  await sql`create trigger ledger_entries_balance after insert on ledger_entries
    referencing new table as added for each statement execute function ledger_entries_keep_balance()`.execute(
    db,
  )
}
