import { sql } from 'kysely'
import type { DefaultedMoney, Money, Nullable } from '../../columns'
import { accounting } from '../../lifecycle'
import type { SchemaPart } from '../../migration'
import { appendOnly } from '../../row-trigger'

export interface InvoicesTables {
  invoices: {
    id: string
    account: string
    period: string
    issued_at: string
    due_at: string
    opening_balance: Money
    /** The contract's `invoiceLine`s as JSON, each with the `method` by which it was counted. */
    lines: string
    /** What it charged the account's meters for, and corrected earlier months by, as JSON; null: not counted by meters. */
    volumes: Nullable<string>
    /** The sum of the lines' totals. */
    charged: Money
    penalty: Money
    /** The contract's `penaltyDays` as JSON, which make up the penalty; null: none, or not known. */
    penalty_days: Nullable<string>
    /** Paid for this invoice so far. */
    paid: DefaultedMoney
    /** Payee, payer, address, area and residents when it was issued, as JSON. */
    parties: string
  }

  /** Append-only: the parts of an invoice, one for each supplier and correction. An invoice with one part needs none. */
  invoice_parts: {
    id: string
    invoice_id: string
    /** Empty: none is named. */
    supplier: string
    /** The place of the supplier in the invoice, from 0. */
    position: number
    /** From 1: of a supplier the last one counts. */
    version: number
    recorded_at: string
    /** An `InvoicePart` of the import, as JSON. */
    content: string
  }
}

export const invoices: SchemaPart<InvoicesTables> = {
  statements: (text, dialect) => [
    sql`create table invoices (
      id ${text} primary key,
      account ${text} not null references register_accounts (account),
      period ${text} not null,
      issued_at ${text} not null,
      due_at ${text} not null,
      opening_balance bigint not null,
      lines ${text} not null,
      volumes ${text},
      charged bigint not null,
      penalty bigint not null,
      penalty_days ${text},
      paid bigint not null default 0,
      parties ${text} not null,
      unique (account, period)
    )`,

    sql`create table invoice_parts (
      id ${text} primary key,
      invoice_id ${text} not null references invoices (id),
      supplier ${text} not null,
      position integer not null,
      version integer not null,
      recorded_at ${text} not null,
      content ${text} not null,
      unique (invoice_id, supplier, version)
    )`,
    ...appendOnly('invoice_parts', dialect),
  ],

  tables: {
    invoices: {
      retention: 'for good',
      copy: {
        code: 'invoices',
        hidden: { parties: 'organisations, and what the register had of the account when it was issued' },
      },
      erasure: { stays: accounting },
    },
    invoice_parts: {
      retention: 'for good',
      copy: { nothing: 'the lines of an invoice once more, by supplier and correction' },
      erasure: { stays: accounting },
    },
  },
}
