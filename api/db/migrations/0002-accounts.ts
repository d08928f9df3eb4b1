import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../columns'
import type { Migration } from '../migration'
import type { Tables } from '../tables'

export const accounts: Migration = {
  name: '0002-accounts',
  async up(db, column, dialect) {
    await db.schema
      .createTable('payees')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('name', column.text, (c) => c.notNull())
      .addColumn('inn', column.text, (c) => c.notNull())
      .addColumn('kpp', column.text)
      .addColumn('bank_name', column.text, (c) => c.notNull())
      .addColumn('bic', column.text, (c) => c.notNull())
      .addColumn('correspondent_account', column.text, (c) => c.notNull())
      .addColumn('settlement_account', column.text, (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('register_accounts')
      .addColumn('account', column.text, (c) => c.primaryKey())
      .addColumn('title', column.text)
      .addColumn('address', column.text, (c) => c.notNull())
      .addColumn('payer_name', column.text, (c) => c.notNull())
      .addColumn('area', column.real)
      .addColumn('residents', column.integer)
      .addColumn('search_text', column.text, (c) => c.notNull())
      .addColumn('proof_label', column.text, (c) => c.notNull())
      .addColumn('proof_hint', column.text)
      .addColumn('proof_answer_hash', column.text, (c) => c.notNull())
      .addColumn('payee_id', column.text, (c) => c.notNull().references('payees.id'))
      .execute()

    await db.schema
      .createTable('customer_accounts')
      .addColumn('user_id', column.text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('title', column.text)
      .addColumn('is_default', column.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('added_at', column.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('customer_accounts_pk', ['user_id', 'account'])
      .execute()
    await db.schema
      .createIndex('customer_accounts_one_default')
      .unique()
      .on('customer_accounts')
      .column('user_id')
      .where(sql.ref('is_default'), '=', sql.lit(1))
      .execute()

    await db.schema
      .createTable('invoices')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('period', column.text, (c) => c.notNull())
      .addColumn('issued_at', column.text, (c) => c.notNull())
      .addColumn('due_at', column.text, (c) => c.notNull())
      .addColumn('opening_balance', column.bigint, (c) => c.notNull())
      .addColumn('lines', column.text, (c) => c.notNull())
      .addColumn('charged', column.bigint, (c) => c.notNull())
      .addColumn('penalty', column.bigint, (c) => c.notNull())
      .addColumn('paid', column.bigint, (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('invoices_account_period', ['account', 'period'])
      .execute()

    await db.schema
      .createTable('payments')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('user_id', column.text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('amount', column.bigint, (c) => c.notNull())
      .addColumn('status', column.text, (c) => c.notNull())
      .addColumn('created_at', column.text, (c) => c.notNull())
      .addColumn('paid_at', column.text)
      .addColumn('method_kind', column.text)
      .addColumn('method_title', column.text)
      .addColumn('source', column.text, (c) => c.notNull())
      .addColumn('receipt_url', column.text)
      .addColumn('receipt_status', column.text)
      .addColumn('cancel_reason', column.text)
      .execute()
    await db.schema
      .createIndex('payments_newest')
      .on('payments')
      .columns(['account', 'created_at desc', 'id desc'])
      .execute()

    await db.schema
      .createTable('payment_daily_sums')
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('day', column.text, (c) => c.notNull())
      .addColumn('status', column.text, (c) => c.notNull())
      .addColumn('count', column.integer, (c) => c.notNull())
      .addColumn('amount', column.bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('payment_daily_sums_pk', ['account', 'day', 'status'])
      .execute()

    await db.schema
      .createTable('ledger_entries')
      .addColumn('id', column.text, (c) => c.primaryKey())
      .addColumn('account', column.text, (c) => c.notNull().references('register_accounts.account'))
      .addColumn('kind', column.text, (c) => c.notNull())
      .addColumn('amount', column.bigint, (c) => c.notNull())
      .addColumn('happened_at', column.text, (c) => c.notNull())
      .addColumn('invoice_id', column.text, (c) => c.references('invoices.id'))
      .addColumn('payment_id', column.text, (c) => c.unique().references('payments.id'))
      .execute()
    await db.schema
      .createIndex('ledger_entries_balance')
      .on('ledger_entries')
      .columns(['account', 'amount'])
      .execute()
    await refuseChanges(db, dialect)
  },
}

const refuseChanges = async (db: Kysely<Tables>, dialect: DialectName) => {
  if (dialect === 'sqlite') {
    await sql`create trigger ledger_entries_no_update before update on ledger_entries
      begin select raise(abort, 'ledger entries are append-only'); end`.execute(db)
    await sql`create trigger ledger_entries_no_delete before delete on ledger_entries
      begin select raise(abort, 'ledger entries are append-only'); end`.execute(db)
    return
  }
  await sql`create function ledger_entries_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'ledger entries are append-only'; end $$`.execute(db)
  await sql`create trigger ledger_entries_append_only before update or delete on ledger_entries
    for each row execute function ledger_entries_refuse()`.execute(db)
}
