import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../columns'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

/** The part of each balance that refunds have made owed again, kept by the trigger that keeps the balance. */
export const refundDebts: Migration = {
  name: '0044-refund-debts',
  async up(db, column, dialect) {
    await db.schema
      .alterTable('account_balances')
      .addColumn('refund_debt', column.bigint, (c) => c.notNull().defaultTo(0))
      .execute()
    await keepRefundDebts(db, dialect)
    for (const account of await accountsWithRefunds(db)) {
      const refund_debt = refundDebtOf(await entriesOf(db, account))
      await db.updateTable('account_balances').set({ refund_debt }).where('account', '=', account).execute()
    }
  },
}

/**
 * A refund raises it, every credit but the charge of an autopayment lowers it, and it never exceeds the balance. A payment
 * that the company's books take back gave nobody money back. In the
 * order in which entries are recorded, which no column tells.
 */
const keepRefundDebts = async (db: Kysely<Tables>, dialect: DialectName) => {
  if (dialect === 'sqlite') {
    await sql`drop trigger ledger_entries_balance`.execute(db)
    await sql`create trigger ledger_entries_balance after insert on ledger_entries begin
      insert into account_balances (account, balance) values (new.account, new.amount)
        on conflict (account) do update set balance = balance + excluded.balance;
      update account_balances set refund_debt = max(0, min(balance, refund_debt + case
          when exists (select 1 from refunds where id = new.refund_id and gateway = 'import') then 0
          when new.kind = 'refund' then new.amount
          when new.amount < 0 and not exists
            (select 1 from payments where id = new.payment_id and source = 'autopayment') then new.amount
          else 0 end))
        where account = new.account and (refund_debt > 0 or new.kind = 'refund'); end`.execute(db)
    return
  }
  await sql`create or replace function ledger_entries_keep_balance() returns trigger language plpgsql as $$ begin
    insert into account_balances (account, balance)
      select account, sum(amount)::bigint from added group by account order by account
      on conflict (account) do update set balance = account_balances.balance + excluded.balance;
    update account_balances set refund_debt = greatest(0, least(balance, refund_debt + changes.amount))
      from (select added.account, sum(case
          when refunds.gateway = 'import' then 0
          when added.kind = 'refund' then added.amount
          when added.amount < 0 and payments.source is distinct from 'autopayment' then added.amount
          else 0 end)::bigint as amount
        from added left join payments on payments.id = added.payment_id
          left join refunds on refunds.id = added.refund_id group by added.account) as changes
      where account_balances.account = changes.account and (refund_debt > 0 or changes.amount > 0);
    return null; end $$`.execute(db)
}

const accountsWithRefunds = async (db: Kysely<Tables>) =>
  (await db.selectFrom('refunds').select('account').distinct().execute()).map(({ account }) => account)

/** Oldest first by when they became known: of charges and opening balances the ledger has only when they happened. */
const entriesOf = (db: Kysely<Tables>, account: string) =>
  db
    .selectFrom('ledger_entries')
    .leftJoin('payments', 'payments.id', 'ledger_entries.payment_id')
    .leftJoin('refunds', 'refunds.id', 'ledger_entries.refund_id')
    .select(['kind', 'ledger_entries.amount', 'source'])
    .where('ledger_entries.account', '=', account)
    .orderBy((eb) => eb.fn.coalesce('refunds.recorded_at', 'payments.recorded_at', 'happened_at'))
    .orderBy((eb) => eb.case().when('kind', '=', 'refund').then(eb.lit(1)).else(eb.lit(0)).end())
    .orderBy('ledger_entries.id')
    .execute()

const refundDebtOf = (entries: Awaited<ReturnType<typeof entriesOf>>): number => {
  let balance = 0
  let debt = 0
  for (const { kind, amount, source } of entries) {
    balance += amount
    if (kind === 'refund' || (amount < 0 && source !== 'autopayment')) debt += amount
    debt = Math.max(0, Math.min(debt, balance))
  }
  return debt
}
