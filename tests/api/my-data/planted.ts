import { createHash } from 'node:crypto'
import type { Database } from 'api/db/database'
import type { TableLifecycle } from 'api/db/lifecycle'
import { lifecycles, type Tables } from 'api/db/tables'
import { sql } from 'kysely'
import { columnsOf, type DatabaseColumn } from '../support/database-columns'

/** A value to plant instead of a marker, and how the copy shows it where that is not the value itself. */
interface Given {
  value: string | number | null
  shownAs?: string
}

const marker = (table: string, column: string) => `~${table}.${column}~`
const like = (table: keyof Tables, column: string): Given => ({ value: marker(table, column) })

export const customer = {
  id: marker('users', 'id'),
  name: marker('users', 'name'),
  email: marker('users', 'email'),
  phone: marker('users', 'phone'),
}

/** The value for a column of this name in every table. */
const givenEverywhere: Readonly<Record<string, Given>> = {
  user_id: like('users', 'id'),
  account: like('register_accounts', 'account'),
  payment_id: like('payments', 'id'),
}

const given: { readonly [Table in keyof Tables]?: { readonly [Column in keyof Tables[Table]]?: Given } } = {
  users: {
    email_normalized: { value: customer.email },
    deletion_id: { value: null },
    deletion_asked_at: { value: null },
    erase_at: { value: null },
  },
  registration_attempts: { email_normalized: { value: customer.email } },
  register_accounts: { payee_id: like('payees', 'id') },
  customer_accounts: { is_default: { value: 1, shownAs: '"isDefault":true' } },
  account_grants: {
    invited_by: like('users', 'id'),
    email_normalized: { value: customer.email },
    status: { value: 'active', shownAs: '"status":"active"' },
    is_default: { value: 1, shownAs: '"isDefault":1' },
  },
  invoices: {
    lines: { value: '["~invoices.lines~"]', shownAs: '~invoices.lines~' },
    volumes: { value: '["~invoices.volumes~"]', shownAs: '~invoices.volumes~' },
    penalty_days: { value: '["~invoices.penalty_days~"]', shownAs: '~invoices.penalty_days~' },
  },
  invoice_parts: { invoice_id: like('invoices', 'id') },
  payments: { refunded: { value: 700_000_001 } },
  payment_intents: {
    gateway: { value: 'sandbox' },
    method_id: like('payment_methods', 'id'),
    basket_id: like('payments', 'id'),
    request: {
      value: JSON.stringify({
        email: customer.email,
        period: '~payment_intents.request~',
        savedMethod: '~card~',
      }),
      shownAs: '~payment_intents.request~',
    },
  },
  refund_request_states: { request_id: like('refund_requests', 'id'), state: { value: 'accepted' } },
  reconciliation_differences: {
    run_id: like('reconciliation_runs', 'id'),
    mended: { value: 1, shownAs: '"mended":true' },
  },
  ledger_entries: {
    invoice_id: like('invoices', 'id'),
    refund_id: like('refunds', 'id'),
    // The whole balance is then a debt from refunds.
    kind: { value: 'refund' },
  },
  autopayments: { method_id: like('payment_methods', 'id'), first_payment_id: like('payments', 'id') },
  autopayment_runs: {
    autopayment_id: like('autopayments', 'id'),
    told_over_limit: { value: 1, shownAs: '"toldOverLimit":true' },
  },
  autopayment_run_lines: {
    run_id: like('autopayment_runs', 'id'),
    autopayment_id: like('autopayments', 'id'),
  },
  opt_out_links: { run_id: like('autopayment_runs', 'id') },
  meters: {
    zones: { value: '[{"zone":"t1","title":"~meters.zones~"}]', shownAs: '~meters.zones~' },
    decimals: { value: 3, shownAs: '"decimals":3' },
  },
  meter_readings: {
    meter_id: like('meters', 'id'),
    receipt_id: like('reading_receipts', 'id'),
    value: { value: 800_000_001, shownAs: '800000.001' },
    previous: { value: 800_000_002, shownAs: '800000.002' },
    volume: { value: 800_000_003, shownAs: '800000.003' },
    corrects: { value: 1, shownAs: '"corrects":true' },
  },
  mail_requests: {
    registered: {
      value: JSON.stringify({ name: marker('mail_requests', 'registered'), passwordHash: '~secret~' }),
      shownAs: marker('mail_requests', 'registered'),
    },
  },
  invoice_notices: {
    invoice_id: like('invoices', 'id'),
    reminded: { value: 1, shownAs: '"reminded":true' },
  },
  rate_limits: {
    key: {
      value: createHash('sha256')
        .update(JSON.stringify(['oldPasswordPerCustomer', customer.id]))
        .digest('base64url'),
    },
  },
  operator_log: { stage: { value: 'done' } },
  import_runs: { state: { value: 'ended' } },
  sandbox_payments: { merchant_payment: like('payments', 'id'), receipt_email: { value: customer.email } },
  sandbox_refunds: { payment_id: like('sandbox_payments', 'id') },
}

/** Filled by a trigger on the ledger. */
const filledByDatabase: readonly string[] = ['account_balances']

export interface Planted extends DatabaseColumn {
  lifecycle: TableLifecycle
  value: string | number | null
  /** The text that a copy has if it shows the column. */
  shown: string
}

/** Plants one row in each table, all about one customer, with a value of its own in every column. */
export const plantEverything = async (database: Database): Promise<Planted[]> => {
  const columns = await columnsOf(database)
  const givenIn = new Map<string, Readonly<Record<string, Given>>>(Object.entries(given))
  let number = 910_000_000
  const planted = lifecycles.flatMap(([table, lifecycle]) =>
    columns
      .filter((column) => column.table === table)
      .map((column): Planted => {
        const { name, type } = column
        const own = type === 'text' ? marker(table, name) : ++number
        const { value, shownAs = String(value) } = givenIn.get(table)?.[name] ??
          givenEverywhere[name] ?? { value: own }
        return { ...column, lifecycle, value, shown: shownAs }
      }),
  )
  await database.transaction(async (trx) => {
    for (const [table] of lifecycles) {
      if (filledByDatabase.includes(table)) continue
      const row = planted.filter((column) => column.table === table)
      await sql`insert into ${sql.table(table)} (${sql.join(row.map(({ name }) => sql.ref(name)))})
        values (${sql.join(row.map(({ value }) => value))})`.execute(trx)
    }
  })
  const balance = planted.find(({ table, name }) => table === 'ledger_entries' && name === 'amount')
  return planted.map((column) =>
    column.table === 'account_balances' && column.name !== 'account' && balance
      ? { ...column, value: balance.value, shown: balance.shown }
      : column,
  )
}

/** Every row of every table as text. */
export const dump = async (database: Database): Promise<Map<string, string>> => {
  const tables = [...new Set((await columnsOf(database)).map(({ table }) => table))]
  const dumped = new Map<string, string>()
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.db)
    dumped.set(table, rows.map((row) => JSON.stringify(row)).join('\n'))
  }
  return dumped
}
