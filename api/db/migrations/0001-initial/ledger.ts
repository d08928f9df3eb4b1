import { type RawBuilder, sql } from 'kysely'
import type { DefaultedMoney, Money, Nullable } from '../../columns'
import type { DialectName } from '../../counted-dialect'
import { accounting } from '../../lifecycle'
import type { SchemaPart } from '../../migration'
import { appendOnly, rowTrigger } from '../../row-trigger'

export interface LedgerTables {
  /** Append-only (enforced by the database). The balance of an account is the sum of its entries. */
  ledger_entries: {
    id: string
    account: string
    /** `opening`: what was owed at the start of a day by the company's own books, less what the ledger had until then. */
    kind: 'opening' | 'charge' | 'penalty' | 'recalculation' | 'payment' | 'refund'
    /** Above zero increases the debt: charges and refunds are positive, payments negative. */
    amount: Money
    happened_at: string
    invoice_id: Nullable<string>
    payment_id: Nullable<string>
    refund_id: Nullable<string>
    /** Of an opening: the ids of payments, as JSON, that it includes although their success was not known here. */
    included_payments: Nullable<string>
  }

  /** The balance of each account, updated by a trigger on the ledger. Never written to directly. */
  account_balances: {
    account: string
    /** Above zero is a debt. */
    balance: Money
    /** The part of the debt that refunds have made owed again; zero where nothing is owed. */
    refund_debt: DefaultedMoney
  }
}

/** The ledger, and the balances that follow it. */
export const ledger: SchemaPart<LedgerTables> = {
  statements: (text, dialect) => [
    sql`create table ledger_entries (
      id ${text} primary key,
      account ${text} not null references register_accounts (account),
      kind ${text} not null,
      amount bigint not null,
      happened_at ${text} not null,
      invoice_id ${text} references invoices (id),
      payment_id ${text} unique references payments (id),
      refund_id ${text} references refunds (id),
      included_payments ${text}
    )`,
    sql`create index ledger_entries_balance on ledger_entries (account, amount)`,
    sql`create unique index ledger_entries_refund on ledger_entries (refund_id)`,
    ...appendOnly('ledger_entries', dialect),

    sql`create table account_balances (
      account ${text} primary key references register_accounts (account),
      balance bigint not null,
      refund_debt bigint not null default 0
    )`,
    ...keepBalances(dialect),
  ],

  tables: {
    ledger_entries: {
      retention: 'for good',
      copy: {
        code: 'ledger',
        hidden: { included_payments: 'ids of payments, whose rows are in the copy' },
      },
      erasure: { stays: accounting },
    },
    account_balances: { retention: 'for good', copy: { code: 'accounts' }, erasure: { stays: accounting } },
  },
}

/**
 * The balance follows in the transaction that appends to the ledger. A refund raises `refund_debt`, every credit but the
 * charge of an autopayment lowers it, and it never exceeds the balance. A payment that the company's books take back
 * (gateway `import`) gave nobody money back. Entries count in the order in which they are recorded, which no column has.
 */
const keepBalances = (dialect: DialectName): RawBuilder<unknown>[] =>
  dialect === 'sqlite'
    ? rowTrigger(dialect, {
        name: 'ledger_entries_balance',
        event: 'after insert',
        table: 'ledger_entries',
        work: sql`
          insert into account_balances (account, balance) values (new.account, new.amount)
            on conflict (account) do update set balance = balance + excluded.balance;
          update account_balances set refund_debt = max(0, min(balance, refund_debt + case
              when exists (select 1 from refunds where id = new.refund_id and gateway = 'import') then 0
              when new.kind = 'refund' then new.amount
              when new.amount < 0 and not exists
                (select 1 from payments where id = new.payment_id and source = 'autopayment') then new.amount
              else 0 end))
            where account = new.account and (refund_debt > 0 or new.kind = 'refund')`,
      })
    : [
        sql`create function ledger_entries_keep_balance() returns trigger language plpgsql as $$ begin
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
          return null; end $$`,
        // For each statement: for each row, a statement of many rows would leave as many dead versions of one balance.
        sql`create trigger ledger_entries_balance after insert on ledger_entries
          referencing new table as added for each statement execute function ledger_entries_keep_balance()`,
      ]
